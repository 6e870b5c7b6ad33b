import { addModule } from '../../examples/add-module';
import { FlatLevyModule } from '../../examples/flat-levy/flat-levy.module';
import { PlainNumbersModule } from '../../examples/plain-numbers/plain-numbers.module';
import { aCustomer } from '../../support/bills';
import type { InvoiceBody } from '../../support/invoice-wire';
import { startTestApp, type TestApp } from '../../support/test-app';
import { bodyOf } from '../../support/wire';

describe('extensions of invoices', () => {
  let app: TestApp;

  beforeEach(async () => {
    app = await startTestApp({ ROLE: 'api' });
  });
  afterEach(() => app.stop());

  const anInvoice = async (): Promise<InvoiceBody> => {
    const organization = await app.anOrganization();
    const { id } = await aCustomer(organization);
    const fees = [{ description: 'Set-up', units: '1', unit_amount_cents: 1000 }];
    return bodyOf(organization.post('/v1/invoices/one_off', { customer_id: id, currency: 'EUR', fees }), 201);
  };

  it('can replace the format of numbers, once', async () => {
    await addModule(app, PlainNumbersModule);
    expect((await anInvoice()).number).toBe('RE/1');
    await expect(addModule(app, class extends PlainNumbersModule {})).rejects.toThrow('Two extensions');
  });

  it('can replace the tax calculator', async () => {
    await addModule(app, FlatLevyModule);
    const invoice = await anInvoice();
    expect(invoice).toMatchObject({ taxes_amount_cents: 10, total_amount_cents: 1010 });
    expect(invoice.fees[0]?.applied_taxes).toEqual([{ code: 'levy', name: 'Levy', rate: '1' }]);
  });
});
