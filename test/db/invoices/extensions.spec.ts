import { Injectable, Module } from '@nestjs/common';
import {
  TAX_CALCULATOR,
  type LineTaxes,
  type TaxCalculator,
  type TaxableInvoice,
} from '../../../src/modules/invoices';
import type { Transaction } from '../../../src/platform/database/transactions';
import { extend } from '../../../src/platform/extensions';
import { FlatLevyModule } from '../../examples/flat-levy/flat-levy.module';
import { PlainNumbersModule } from '../../examples/plain-numbers/plain-numbers.module';
import { anInvoice } from '../../support/builders';
import type { InvoiceBody } from '../../support/invoice-wire';
import { startTestApp, type TestApp } from '../../support/test-app';

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

describe('invoice extensions', () => {
  let app: TestApp | undefined;

  afterEach(() => app?.stop());

  const invoiceOf1000 = async (module: new () => object): Promise<InvoiceBody> => {
    app = await startTestApp({ ROLE: 'api' }, undefined, [module]);
    return anInvoice(await app.anOrganization(), { amounts: [1000] });
  };

  it('can replace the format of invoice numbers', async () => {
    expect((await invoiceOf1000(PlainNumbersModule)).number).toBe('RE/1');
  });

  it('a tax calculator may return only the total of a line, which is split over its taxes', async () => {
    const { taxes_amount_cents: total, taxes } = await invoiceOf1000(TotalsOnlyModule);
    expect([total, taxes.map((it) => it.amount_cents)]).toEqual([151, [50, 101]]);
  });

  it('can replace the tax calculator', async () => {
    const invoice = await invoiceOf1000(FlatLevyModule);
    expect(invoice).toMatchObject({ taxes_amount_cents: 10, total_amount_cents: 1010 });
    const levy = { code: 'levy', name: 'Levy', rate: '1' };
    expect(invoice.fees[0]?.applied_taxes).toEqual([levy]);
    expect(invoice.taxes).toEqual([{ ...levy, base_amount_cents: 1000, amount_cents: 10 }]);
  });
});
