import { Injectable } from '@nestjs/common';
import type { LineTaxes, TaxableInvoice, TaxCalculator } from '../../../src/modules/invoices';
import type { Transaction } from '../../../src/platform/database/transactions';
import { percentOf } from '../../../src/platform/domain/percent';

const LEVY = { code: 'levy', name: 'Levy', rate: '2.5' };

/** Taxes every fee with 2.5 %, whatever taxes the organization has. */
@Injectable()
export class FlatLevy implements TaxCalculator {
  taxesOn(
    _tx: Transaction,
    _organizationId: string,
    invoices: readonly TaxableInvoice[],
  ): Promise<LineTaxes[][]> {
    const taxesOf = ({ lines }: TaxableInvoice): LineTaxes[] =>
      lines.map(({ netAmountCents }) => ({
        taxes: [LEVY],
        amountCents: percentOf(netAmountCents, LEVY.rate),
      }));
    return Promise.resolve(invoices.map(taxesOf));
  }
}
