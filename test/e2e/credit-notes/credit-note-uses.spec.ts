import { aCustomer } from '../../support/bills';
import { CREDIT_NOTES, aCreditNote, anInvoice, noteOf } from '../../support/credit-notes';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';
import { bodyOf, problemOf, type CreditNoteBody, type CustomerBody } from '../../support/wire';

describe('what invoices use of credit notes', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let customer: CustomerBody;

  beforeAll(async () => {
    app = await startTestApp({ ROLE: 'api' });
  });
  beforeEach(async () => {
    organization = await app.anOrganization();
    await organization.post('/v1/taxes', { code: 'vat', name: 'VAT', rate: '20' }).expect(201);
    customer = await aCustomer(organization, { tax_codes: ['vat'] });
  });
  afterAll(() => app.stop());

  const get = (id: string): Promise<CreditNoteBody> => bodyOf(organization.get(`${CREDIT_NOTES}/${id}`));
  const act = (id: string, action: string) => organization.post(`${CREDIT_NOTES}/${id}/${action}`);

  it('pays later invoices from the oldest note on, and no own one', async () => {
    const first = await anInvoice(organization, customer, [1000]);
    const older = await aCreditNote(organization, first, [100]);
    const newer = await aCreditNote(organization, first, [200]);
    const next = await anInvoice(organization, customer, [200]);
    expect(next).toMatchObject({ credit_notes_amount_cents: 240, status: 'paid', amount_due_cents: 0 });
    expect(await get(older.id)).toMatchObject({ balance_amount_cents: 0, credit_amount_cents: 120 });
    expect(await get(newer.id)).toMatchObject({ balance_amount_cents: 120 });
    const last = await anInvoice(organization, customer, [200]);
    expect(last).toMatchObject({
      credit_notes_amount_cents: 120,
      status: 'finalized',
      amount_due_cents: 120,
    });
  });

  it('is used before a wallet', async () => {
    const wallet = { customer_id: customer.id, currency: 'EUR', rate_amount: '1' };
    const first = await anInvoice(organization, customer, [1000]);
    await organization.post('/v1/wallets', { ...wallet, paid_credits: '1' }).expect(201);
    await aCreditNote(organization, first, [100]);
    const next = await anInvoice(organization, customer, [500]);
    expect(next).toMatchObject({
      credit_notes_amount_cents: 120,
      prepaid_credit_amount_cents: 100,
      amount_due_cents: 380,
    });
  });

  it('gets back what an invoice used that is voided', async () => {
    const first = await anInvoice(organization, customer, [1000]);
    const older = await aCreditNote(organization, first, [100]);
    const newer = await aCreditNote(organization, first, [200]);
    const next = await anInvoice(organization, customer, [250]);
    expect(next).toMatchObject({ credit_notes_amount_cents: 300, amount_due_cents: 0, status: 'paid' });
    const third = await anInvoice(organization, customer, [100]);
    expect(third).toMatchObject({ credit_notes_amount_cents: 60, amount_due_cents: 60 });
    await organization.post(`/v1/invoices/${third.id}/void`).expect(200);
    expect(await get(older.id)).toMatchObject({ balance_amount_cents: 0 });
    expect(await get(newer.id)).toMatchObject({ balance_amount_cents: 60 });
    expect(await anInvoice(organization, customer, [100])).toMatchObject({ credit_notes_amount_cents: 60 });
  });

  it('keeps its invoice from being voided, until it is voided itself', async () => {
    const invoice = await anInvoice(organization, customer, [1000]);
    const draft = await aCreditNote(organization, invoice, [100], { finalize: false });
    const { id } = await aCreditNote(organization, invoice, [100]);
    const problem = await problemOf(
      organization.post(`/v1/invoices/${invoice.id}/void`),
      400,
      'invalid_state',
    );
    expect(problem.detail).toContain('credit note');
    await bodyOf(act(id, 'void'));
    await organization.post(`/v1/invoices/${invoice.id}/void`).expect(200);
    await problemOf(act(draft.id, 'finalize'), 400, 'invalid_state');
    const late = organization.post(CREDIT_NOTES, noteOf(invoice, [1]));
    await problemOf(late, 400, 'invalid_state');
  });
});
