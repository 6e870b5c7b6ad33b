import {
  INVOICE_NUMBERING,
  TAX_CALCULATOR,
  type InvoiceNumberingSlot,
  type TaxCalculatorSlot,
} from '../../../src/modules/invoices';
import { anInvoice } from '../../support/builders';
import type { InvoiceBody } from '../../support/invoice-wire';
import { startTestApp, type TestApp } from '../../support/test-app';

describe('extensions of invoices', () => {
  let app: TestApp;

  beforeEach(async () => {
    app = await startTestApp({ ROLE: 'api' });
  });
  afterEach(() => app.stop());

  const invoiceOf1000 = async (): Promise<InvoiceBody> =>
    anInvoice(await app.anOrganization(), { amounts: [1000] });

  it('can replace the format of numbers, once', async () => {
    const numbering = app.app.get<InvoiceNumberingSlot>(INVOICE_NUMBERING);
    const yearly = {
      prefixOf: () => 'RE',
      numberOf: (prefix: string, sequence: number) => `${prefix}/${sequence}`,
    };
    numbering.use(yearly);
    expect((await invoiceOf1000()).number).toBe('RE/1');
    expect(() => numbering.use(yearly)).toThrow('Two extensions');
  });

  it('can replace the tax calculator', async () => {
    app.app.get<TaxCalculatorSlot>(TAX_CALCULATOR).use({
      taxesOn: (_, __, lines) =>
        Promise.resolve(
          lines.map(({ amountCents }) => ({
            taxes: [{ code: 'levy', name: 'Levy', rate: '1' }],
            amountCents: amountCents / 100n,
          })),
        ),
    });
    const invoice = await invoiceOf1000();
    expect(invoice).toMatchObject({ taxes_amount_cents: 10, total_amount_cents: 1010 });
    expect(invoice.fees[0]?.applied_taxes).toEqual([{ code: 'levy', name: 'Levy', rate: '1' }]);
  });
});
