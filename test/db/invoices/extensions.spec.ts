import { TAX_CALCULATOR, type TaxCalculatorSlot } from '../../../src/modules/invoices';
import { addModule } from '../../examples/add-module';
import { FlatLevyModule } from '../../examples/flat-levy/flat-levy.module';
import { PlainNumbersModule } from '../../examples/plain-numbers/plain-numbers.module';
import { anInvoice } from '../../support/builders';
import type { InvoiceBody } from '../../support/invoice-wire';
import { startTestApp, type TestApp } from '../../support/test-app';

describe('invoice extensions', () => {
  let app: TestApp;

  beforeEach(async () => {
    app = await startTestApp({ ROLE: 'api' });
  });
  afterEach(() => app.stop());

  const invoiceOf1000 = async (): Promise<InvoiceBody> =>
    anInvoice(await app.anOrganization(), { amounts: [1000] });

  it('can replace the format of invoice numbers; a second replacement is refused', async () => {
    await addModule(app, PlainNumbersModule);
    expect((await invoiceOf1000()).number).toBe('RE/1');
    await expect(addModule(app, class extends PlainNumbersModule {})).rejects.toThrow('Two extensions');
  });

  it('a tax calculator may return only the total of a line, which is split over its taxes', async () => {
    const rates = ['5', '9.975'].map((rate, index) => ({ code: `tax_${index}`, name: 'Tax', rate }));
    const slot = app.app.get<TaxCalculatorSlot>(TAX_CALCULATOR, { strict: false });
    slot.use({
      taxesOn: (_tx, _invoice, lines) =>
        Promise.resolve(lines.map(() => ({ taxes: rates, amountCents: 151n }))),
    });
    const { taxes_amount_cents: total, taxes } = await invoiceOf1000();
    expect([total, taxes.map((it) => it.amount_cents)]).toEqual([151, [50, 101]]);
  });

  it('can replace the tax calculator', async () => {
    await addModule(app, FlatLevyModule);
    const invoice = await invoiceOf1000();
    expect(invoice).toMatchObject({ taxes_amount_cents: 10, total_amount_cents: 1010 });
    const levy = { code: 'levy', name: 'Levy', rate: '1' };
    expect(invoice.fees[0]?.applied_taxes).toEqual([levy]);
    expect(invoice.taxes).toEqual([{ ...levy, base_amount_cents: 1000, amount_cents: 10 }]);
  });
});
