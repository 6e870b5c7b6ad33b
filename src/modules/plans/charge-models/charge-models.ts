import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Extensions } from '../../../platform/extensions';
import { CHARGE_MODELS } from './charge-model';
import { ChargePricing } from './charge-pricing';

const NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** The charge models of this installation, by name: the built-in ones, and those that modules register. */
@Injectable()
export class ChargeModels implements OnModuleInit {
  private readonly byName = new Map<string, ChargePricing>();

  constructor(@Inject(Extensions) private readonly extensions: Pick<Extensions, 'of' | 'callSync'>) {}

  /** @throws Error for a name that is taken or not in snake_case. */
  onModuleInit(): void {
    for (const model of this.extensions.of(CHARGE_MODELS)) {
      const { name } = model;
      if (!NAME.test(name))
        throw new Error(`"${name}" is not a valid name for a charge model: use snake_case`);
      if (this.byName.has(name)) throw new Error(`A charge model named "${name}" is already registered`);
      this.byName.set(name, new ChargePricing(name, model, this.extensions));
    }
  }

  /** Returns the names in the order of registration. */
  get names(): string[] {
    return [...this.byName.keys()];
  }

  /** Returns the names of the models whose charges can be prorated. */
  get prorated(): string[] {
    return this.names.filter((name) => this.of(name).prorates);
  }

  has(name: string): boolean {
    return this.byName.has(name);
  }

  /** Returns the pricing of a stored charge, also if its model is no longer registered: then it fails when it is used. */
  of(name: string): ChargePricing {
    return this.byName.get(name) ?? new ChargePricing(name, undefined, this.extensions);
  }
}
