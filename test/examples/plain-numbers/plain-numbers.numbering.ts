import type { InvoiceNumbering } from '../../../src/modules/invoices';

/** `RE/42`: for organizations whose books want plain numbers. */
export class PlainNumbers implements InvoiceNumbering {
  prefixOf(): string {
    return 'RE';
  }

  numberOf(prefix: string, sequence: number): string {
    return `${prefix}/${sequence}`;
  }
}
