import { Injectable, Module } from '@nestjs/common';
import {
  TAX_CALCULATOR,
  type LineTaxes,
  type TaxCalculator,
  type TaxableInvoice,
} from '../../../src/modules/invoices';
import type { Transaction } from '../../../src/platform/database/transactions';
import { extend } from '../../../src/platform/extensions';

const LEVY = { code: 'levy', name: 'Levy', rate: '1' };

/** Taxes every line at 1 %, rounded down, and ignores the taxes of the organization. */
@Injectable()
export class FlatLevy implements TaxCalculator {
  taxesOn(
    _tx: Transaction,
    _organizationId: string,
    invoices: readonly TaxableInvoice[],
  ): Promise<LineTaxes[][]> {
    const taxes = invoices.map(({ lines }) =>
      lines.map(({ netAmountCents }) => ({ taxes: [{ ...LEVY, amountCents: netAmountCents / 100n }] })),
    );
    return Promise.resolve(taxes);
  }
}

@Module({ providers: [FlatLevy, extend(TAX_CALCULATOR, FlatLevy)] })
export class FlatLevyModule {}
