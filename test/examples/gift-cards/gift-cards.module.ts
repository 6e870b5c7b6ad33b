import { Module } from '@nestjs/common';
import { INVOICE_FUNDING } from '../../../src/modules/invoices';
import { extend } from '../../../src/platform/extensions';
import { GiftCardFunding } from './gift-cards.funding';

@Module({ providers: [GiftCardFunding, extend(INVOICE_FUNDING, GiftCardFunding, { order: 300 })] })
export class GiftCardsModule {}
