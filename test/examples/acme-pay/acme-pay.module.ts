import { Module } from '@nestjs/common';
import { PAYMENT_PROVIDERS } from '../../../src/modules/payments';
import { extend } from '../../../src/platform/extensions';
import { AcmePayProvider } from './acme-pay.provider';

@Module({ providers: [AcmePayProvider, extend(PAYMENT_PROVIDERS, AcmePayProvider)] })
export class AcmePayModule {}
