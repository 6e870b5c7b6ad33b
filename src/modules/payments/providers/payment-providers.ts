import { Inject, Injectable } from '@nestjs/common';
import { RequestError } from '../../../platform/errors/app-error';
import { PAYMENT_PROVIDERS, type PaymentProvider } from './payment-provider';

/** The providers of this installation, by name. */
@Injectable()
export class PaymentProviders {
  private readonly byName: ReadonlyMap<string, PaymentProvider>;

  constructor(@Inject(PAYMENT_PROVIDERS) providers: readonly PaymentProvider[]) {
    this.byName = new Map(providers.map((it) => [it.name, it]));
  }

  /** In the order in which they are listed. */
  get names(): string[] {
    return [...this.byName.keys()];
  }

  find(name: string): PaymentProvider | null {
    return this.byName.get(name) ?? null;
  }

  /** @throws RequestError (404) for a name in the path that no provider has. */
  get(name: string): PaymentProvider {
    const found = this.find(name);
    if (found === null) throw new RequestError('not_found', 'There is no payment provider of this name.');
    return found;
  }
}
