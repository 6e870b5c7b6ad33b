import { Inject, Module } from '@nestjs/common';
import { PAYMENT_PROVIDERS, PaymentsModule, type PaymentProviders } from '../../../src/modules/payments';
import { AcmePayProvider } from './acme-pay.provider';

@Module({ imports: [PaymentsModule] })
export class AcmePayModule {
  constructor(@Inject(PAYMENT_PROVIDERS) providers: PaymentProviders) {
    providers.register(new AcmePayProvider());
  }
}
