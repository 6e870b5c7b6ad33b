import { Injectable } from '@nestjs/common';
import type { LineTaxes, TaxCalculator, TaxableInvoice } from '../../../src/modules/invoices';
import type { Transaction } from '../../../src/platform/database/transactions';

const LEVY = { code: 'levy', name: 'Levy', rate: '1' };

/** Taxes every line at 1 %, rounded down, and ignores the taxes of the organization. */
@Injectable()
export class FlatLevy implements TaxCalculator {
  taxesOn(_tx: Transaction, _id: string, invoices: readonly TaxableInvoice[]): Promise<LineTaxes[][]> {
    const taxes = invoices.map(({ lines }) =>
      lines.map(({ netAmountCents }) => ({ taxes: [{ ...LEVY, amountCents: netAmountCents / 100n }] })),
    );
    return Promise.resolve(taxes);
  }
}
