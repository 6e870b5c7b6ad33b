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

  it('can replace the tax calculator', async () => {
    await addModule(app, FlatLevyModule);
    const invoice = await invoiceOf1000();
    expect(invoice).toMatchObject({ taxes_amount_cents: 10, total_amount_cents: 1010 });
    expect(invoice.fees[0]?.applied_taxes).toEqual([{ code: 'levy', name: 'Levy', rate: '1' }]);
  });
});
