import { Injectable, Module } from '@nestjs/common';
import { INVOICE_NUMBERING, type InvoiceNumbering } from '../../../src/modules/invoices';
import { extend } from '../../../src/platform/extensions';

/** Numbers invoices `RE/1`, `RE/2` and so on. */
@Injectable()
export class PlainNumbers implements InvoiceNumbering {
  prefixOf(): string {
    return 'RE';
  }

  numberOf(prefix: string, sequence: number): string {
    return `${prefix}/${sequence}`;
  }
}

@Module({ providers: [PlainNumbers, extend(INVOICE_NUMBERING, PlainNumbers)] })
export class PlainNumbersModule {}
