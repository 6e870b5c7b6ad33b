import { Module } from '@nestjs/common';
import { InvoiceBilling } from './invoice-billing';
import { InvoiceFunding } from './invoice-funding';
import { InvoiceSettlements } from './invoice-settlements';

@Module({
  providers: [InvoiceBilling, InvoiceFunding, InvoiceSettlements],
  exports: [InvoiceBilling, InvoiceFunding, InvoiceSettlements],
})
export class InvoicesModule {}
