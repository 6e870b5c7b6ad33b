import { aCreditNote, aCustomer, anInvoice } from '../../support/builders';
import {
  checkout,
  collectionOf,
  connectSandbox,
  poll,
  providerPageOf,
  useCollecting,
} from '../../support/collections';
import { eventually } from '../../support/eventually';
import { paymentOf } from '../../support/payments';
import { organizationWithKey, type TestOrganization } from '../../support/test-app';
import {
  bodyOf,
  listOf,
  problemOf,
  wrongFieldsOf,
  type CreditNoteBody,
  type InvoiceBody,
  type PaymentBody,
} from '../../support/wire';

interface RefundBody {
  id: string;
  payment_id: string;
  amount_cents: number;
  status: string;
  reason: string;
}

describe('credit notes that order their refund', () => {
  const collecting = useCollecting();
  const { app, sandbox } = collecting;
  let own: TestOrganization;
  beforeEach(async () => {
    own = await app.anOrganization();
    await connectSandbox(collecting, own, 'stripe');
  });

  /** An invoice over 50.00, of which the rest after payments by hand was paid by a link. */
  const aPaidInvoice = async (byHand = 0): Promise<{ invoice: InvoiceBody; payment: PaymentBody }> => {
    const customer = await aCustomer(own, { email: 'zoe@example.com' });
    const invoice = await anInvoice(own, { customer_id: customer.id });
    if (byHand > 0) {
      await own.post('/v1/payments/record', { invoice_id: invoice.id, amount_cents: byHand }).expect(201);
    }
    const link = await checkout(own, invoice.id);
    await sandbox().pay(await providerPageOf(link.url));
    const { payment_id: id } = await eventually(async () => {
      await poll(collecting);
      const found = await collectionOf(own, link.collection_id);
      return found.status === 'succeeded' ? found : null;
    });
    return { invoice, payment: await paymentOf(own, id ?? '') };
  };
  const noteOf = ({ id, fees }: InvoiceBody, cents: number, fields: object = {}) =>
    own.post('/v1/credit_notes', {
      ...{ invoice_id: id, reason: 'other', refund_amount_cents: cents },
      items: [{ fee_id: fees[0]?.id, amount_cents: cents }],
      ...fields,
    });
  const refundsOf = async ({ id }: { id: string }): Promise<RefundBody[]> =>
    (await listOf<RefundBody>(own.get(`/v1/refunds?credit_note_id=${id}`))).items;

  it('return the money once, in the transaction of the note', async () => {
    const { invoice, payment } = await aPaidInvoice();
    const post = () =>
      noteOf(invoice, 1500, { finalize: true, refund: 'provider' }).set('Idempotency-Key', 'once');
    const note = await bodyOf<CreditNoteBody>(post(), 201);
    expect((await bodyOf<CreditNoteBody>(post(), 201)).id).toBe(note.id);
    expect(note).toMatchObject({ status: 'finalized', refund_status: 'pending' });
    expect(await refundsOf(note)).toEqual([
      expect.objectContaining({ payment_id: payment.id, amount_cents: 1500, reason: 'credit_note' }),
    ]);
    await eventually(async () => {
      await poll(collecting);
      const after = await bodyOf<CreditNoteBody>(own.get(`/v1/credit_notes/${note.id}`));
      return after.refund_status === 'succeeded' ? after : null;
    });
    expect(await sandbox().netOf(payment.provider_payment_id ?? '')).toBe(3500);
  });

  it('can be drafts, which order it when they are finalized', async () => {
    const { invoice } = await aPaidInvoice();
    expect(await wrongFieldsOf(noteOf(invoice, 1500, { refund: 'provider' }))).toEqual(['refund']);
    const draft = await bodyOf<CreditNoteBody>(noteOf(invoice, 1500), 201);
    const finalize = (body: object) => own.post(`/v1/credit_notes/${draft.id}/finalize`, body);
    await finalize({ refund: 'provider' }).expect(200);
    expect(await refundsOf(draft)).toMatchObject([{ amount_cents: 1500 }]);
    await problemOf(finalize({ refund: 'provider' }), 400, 'invalid_state');
    expect(await refundsOf(draft)).toHaveLength(1);
  });

  it('order nothing without the field', async () => {
    const { invoice } = await aPaidInvoice();
    const note = await aCreditNote(own, invoice, { amounts: [1500], refund_amount_cents: 1500 });
    expect(note).toMatchObject({ status: 'finalized', refund_status: 'pending' });
    expect(await refundsOf(note)).toEqual([]);
  });

  it('are refused whole where the providers cannot return all of it, or nothing is refunded', async () => {
    const { invoice } = await aPaidInvoice(2000);
    const fields = { finalize: true, refund: 'provider' };
    expect(await wrongFieldsOf(noteOf(invoice, 3001, fields))).toEqual(['refund']);
    const credit = { ...fields, refund_amount_cents: 0, credit_amount_cents: 1000 };
    expect(await wrongFieldsOf(noteOf(invoice, 1000, credit))).toEqual(['refund']);
    expect(await wrongFieldsOf(noteOf(invoice, 1000, { ...fields, refund: 'me' }))).toEqual(['refund']);
    expect((await listOf(own.get(`/v1/credit_notes?invoice_id=${invoice.id}`))).items).toEqual([]);
    const note = await bodyOf<CreditNoteBody>(noteOf(invoice, 3000, fields), 201);
    expect(await refundsOf(note)).toMatchObject([{ amount_cents: 3000 }]);
    expect(await wrongFieldsOf(noteOf(invoice, 1000, fields))).toEqual(['refund']);
  });

  it('need refunds:write, and a provider that is still connected', async () => {
    const { invoice } = await aPaidInvoice();
    const scopes = ['credit_notes:read', 'credit_notes:write'];
    const key = await bodyOf<{ id: string; raw_key: string }>(
      own.post('/v1/organizations/current/api_keys', { name: 'Notes', scopes }),
      201,
    );
    const limited = organizationWithKey(app.request, own.id, key);
    const note = {
      ...{ invoice_id: invoice.id, reason: 'other', refund_amount_cents: 100, finalize: true },
      items: [{ fee_id: invoice.fees[0]?.id, amount_cents: 100 }],
    };
    await problemOf(
      limited.post('/v1/credit_notes', { ...note, refund: 'provider' }),
      403,
      'insufficient_scope',
    );
    await own.delete('/v1/payment_providers/stripe').expect(204);
    await problemOf(
      own.post('/v1/credit_notes', { ...note, refund: 'provider' }),
      400,
      'provider_not_connected',
    );
    await limited.post('/v1/credit_notes', note).expect(201);
  });
});
