import { Module } from '@nestjs/common';
import { PAYMENT_COLLECTORS } from '../../../src/modules/payments/collector-kit';
import { PAYMENT_PROVIDERS } from '../../../src/modules/payments/provider-kit';
import { SystemClock } from '../../../src/platform/domain/clock';
import { extend } from '../../../src/platform/extensions';
import { AcmePayCollector } from './acme-pay.collector';
import { AcmePayProvider } from './acme-pay.provider';

@Module({
  providers: [
    AcmePayProvider,
    extend(PAYMENT_PROVIDERS, AcmePayProvider),
    // Providers live in real time, whatever a test clock says.
    { provide: AcmePayCollector, useFactory: () => new AcmePayCollector(new SystemClock()) },
    extend(PAYMENT_COLLECTORS, AcmePayCollector),
  ],
})
export class AcmePayModule {}
