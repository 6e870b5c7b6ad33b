import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Extensions } from '../../../platform/extensions';
import { PAYMENT_COLLECTORS, type PaymentCollector } from '../collector-kit';

/** The collectors of this installation by the name of their provider. */
@Injectable()
export class PaymentCollectors implements OnModuleInit {
  private readonly byName = new Map<string, PaymentCollector>();

  constructor(private readonly extensions: Extensions) {}

  /** @throws Error for a duplicate name. */
  onModuleInit(): void {
    for (const collector of this.extensions.of(PAYMENT_COLLECTORS)) {
      const { name } = collector;
      if (this.byName.has(name)) throw new Error(`The payment collector "${name}" is registered twice`);
      this.byName.set(name, collector);
    }
  }

  /** Null for a provider that only notifies, such as `manual`. */
  find(name: string): PaymentCollector | null {
    return this.byName.get(name) ?? null;
  }
}
