import { Injectable, Module } from '@nestjs/common';
import {
  TAX_CALCULATOR,
  type LineTaxes,
  type TaxCalculator,
  type TaxableInvoice,
} from '../../../src/modules/invoices';
import type { Transaction } from '../../../src/platform/database/transactions';
import { extend } from '../../../src/platform/extensions';
import { anInvoice } from '../../support/builders';
import { useTestApp } from '../../support/use-test-app';

const RATES = ['5', '9.975'].map((rate, index) => ({ code: `tax_${index}`, name: 'Tax', rate }));

/** Returns only the total of the taxes of a line. */
@Injectable()
class TotalsOnly implements TaxCalculator {
  taxesOn(_tx: Transaction, _id: string, invoices: readonly TaxableInvoice[]): Promise<LineTaxes[][]> {
    return Promise.resolve(
      invoices.map(({ lines }) => lines.map(() => ({ taxes: RATES, amountCents: 151n }))),
    );
  }
}
@Module({ providers: [TotalsOnly, extend(TAX_CALCULATOR, TotalsOnly)] })
class TotalsOnlyModule {}

describe('a tax calculator that only knows the total of a line', () => {
  const app = useTestApp({ ROLE: 'api' }, TotalsOnlyModule);

  it('has its total split over the taxes', async () => {
    const { taxes_amount_cents: total, taxes } = await anInvoice(await app.anOrganization(), {
      amounts: [1000],
    });
    expect([total, taxes.map((it) => it.amount_cents)]).toEqual([151, [50, 101]]);
  });
});
