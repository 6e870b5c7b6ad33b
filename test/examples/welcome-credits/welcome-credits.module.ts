import { Module } from '@nestjs/common';
import { INVOICE_DISCOUNTS } from '../../../src/modules/invoices';
import { extend } from '../../../src/platform/extensions';
import { WelcomeCreditDiscounts } from './welcome-credits.discounts';

@Module({ providers: [WelcomeCreditDiscounts, extend(INVOICE_DISCOUNTS, WelcomeCreditDiscounts)] })
export class WelcomeCreditsModule {}
