import { Inject, Module } from '@nestjs/common';
import { INVOICE_NUMBERING, InvoicesModule, type InvoiceNumberingSlot } from '../../../src/modules/invoices';

/** Numbers invoices `RE/1`, `RE/2` and so on. */
@Module({ imports: [InvoicesModule] })
export class PlainNumbersModule {
  constructor(@Inject(INVOICE_NUMBERING) slot: InvoiceNumberingSlot) {
    slot.use({ prefixOf: () => 'RE', numberOf: (prefix, sequence) => `${prefix}/${sequence}` });
  }
}
