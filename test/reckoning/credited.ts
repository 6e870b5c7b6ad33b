import type { CreditNote, Invoice } from './invoices';
import { total } from './numbers';

/** @throws Error if notes credit more of a fee, or of a whole invoice, than was invoiced after discounts. */
export function assertCreditedIsInvoiced(invoices: readonly Invoice[], notes: readonly CreditNote[]): void {
  for (const invoice of invoices) {
    const final = notes.filter((it) => it.invoice === invoice && it.status === 'finalized');
    for (const [place, { net }] of invoice.fees.entries()) {
      const credited = total(final.filter((it) => it.fee === place).map((it) => it.item));
      if (credited > net) throw new Error(`${credited} of a fee of ${net} are credited`);
    }
    const invoiced = total(invoice.fees.map((it) => it.net + it.taxes));
    const credited = total(final.map((it) => it.credit + it.offset + it.refund));
    if (credited > invoiced) throw new Error(`${credited} of an invoice of ${invoiced} are credited`);
  }
}
