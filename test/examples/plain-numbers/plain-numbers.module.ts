import { Inject, Module } from '@nestjs/common';
import { INVOICE_NUMBERING, InvoicesModule, type InvoiceNumberingSlot } from '../../../src/modules/invoices';

/** `RE/42`: for organizations whose books want plain numbers. */
@Module({ imports: [InvoicesModule] })
export class PlainNumbersModule {
  constructor(@Inject(INVOICE_NUMBERING) slot: InvoiceNumberingSlot) {
    slot.use({ prefixOf: () => 'RE', numberOf: (prefix, sequence) => `${prefix}/${sequence}` });
  }
}
