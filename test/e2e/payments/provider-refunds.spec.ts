import { aCreditNote, aCustomer, anInvoice } from '../../support/builders';
import {
  checkout,
  collectionOf,
  connectSandbox,
  poll,
  providerPageOf,
  useCollecting,
} from '../../support/collections';
import { AuditedWrites, auditEntries } from '../../support/audited-writes';
import { eventually } from '../../support/eventually';
import { eventKindsOf, paymentOf } from '../../support/payments';
import type { TestOrganization } from '../../support/test-app';
import { bodyOf, listOf, problemOf, wrongFieldsOf, type PaymentBody } from '../../support/wire';

interface RefundBody {
  id: string;
  payment_id: string;
  amount_cents: number;
  status: string;
  failure_code: string | null;
  provider_refund_id: string | null;
}

describe('refunds through providers', () => {
  const collecting = useCollecting();
  const { app, sandbox } = collecting;

  const paid = async (on: TestOrganization, invoiceId: string): Promise<PaymentBody> => {
    const link = await checkout(on, invoiceId);
    await sandbox().pay(await providerPageOf(link.url));
    const collection = await eventually(async () => {
      await poll(collecting);
      const found = await collectionOf(on, link.collection_id);
      return found.status === 'succeeded' ? found : null;
    });
    return paymentOf(on, collection.payment_id ?? '');
  };
  const settled = async (on: TestOrganization, id: string): Promise<RefundBody> => {
    for (let n = 0; n < 10; n++) {
      await poll(collecting);
      const refund = await bodyOf<RefundBody>(on.get(`/v1/refunds/${id}`));
      if (['succeeded', 'failed'].includes(refund.status)) return refund;
    }
    throw new Error(`Refund ${id} does not end`);
  };
  const order = (on: TestOrganization, payment: PaymentBody, body: object = {}) =>
    on.post(`/v1/payments/${payment.id}/refunds`, body);

  it.each(['stripe', 'razorpay', 'gocardless', 'dodopayments'])(
    '%s returns a part once, and no more than is left',
    async (provider) => {
      const own = await app.anOrganization();
      await connectSandbox(collecting, own, provider);
      const currency = provider === 'razorpay' ? 'INR' : 'EUR';
      const customer = await aCustomer(own, { email: 'zoe@example.com' });
      const invoice = await anInvoice(own, { currency, customer_id: customer.id });
      const payment = await paid(own, invoice.id);
      const once = () => order(own, payment, { amount_cents: 2000 }).set('Idempotency-Key', 'once');
      const first = await bodyOf<RefundBody>(once(), 201);
      expect((await bodyOf<RefundBody>(once(), 201)).id).toBe(first.id);
      expect(first).toMatchObject({ payment_id: payment.id, amount_cents: 2000, credit_note_id: null });
      const wrong = await wrongFieldsOf(order(own, payment, { amount_cents: 3001 }));
      expect(wrong).toEqual(['amount_cents']);
      const refund = await settled(own, first.id);
      expect(refund).toMatchObject({ status: 'succeeded', provider_refund_id: expect.any(String) as string });
      await poll(collecting);
      const after = await paymentOf(own, payment.id);
      expect(after).toMatchObject({ status: 'succeeded', refunded_amount_cents: 2000 });
      expect(await sandbox().netOf(payment.provider_payment_id ?? '')).toBe(3000);
      const rest = await bodyOf<RefundBody>(order(own, payment), 201);
      expect(rest.amount_cents).toBe(3000);
      await settled(own, rest.id);
      expect(await paymentOf(own, payment.id)).toMatchObject({ status: 'refunded' });
      expect(await sandbox().netOf(payment.provider_payment_id ?? '')).toBe(0);
      expect((await listOf<RefundBody>(own.get(`/v1/refunds?payment_id=${payment.id}`))).items).toHaveLength(
        2,
      );
      const kinds = (await eventKindsOf(app, own)).filter((it) => it.startsWith('refund.'));
      expect(kinds.filter((it) => it === 'refund.succeeded')).toHaveLength(2);
    },
  );

  it('a lost answer is asked for, and refunds once', async () => {
    const own = await app.anOrganization();
    await connectSandbox(collecting, own, 'stripe');
    const invoice = await anInvoice(own);
    const payment = await paid(own, invoice.id);
    await sandbox().script({ provider: 'stripe', mode: 'reset_after', operation: 'refunds.create' });
    const { id } = await bodyOf<RefundBody>(order(own, payment, { amount_cents: 100 }), 201);
    await settled(own, id);
    expect(await sandbox().netOf(payment.provider_payment_id ?? '')).toBe(4900);
  });

  it('a refusal is a failed refund, and its amount can be refunded again', async () => {
    const own = await app.anOrganization();
    await connectSandbox(collecting, own, 'stripe');
    const payment = await paid(own, (await anInvoice(own)).id);
    await sandbox().script({ provider: 'stripe', mode: 'decline', operation: 'refund' });
    const { id } = await bodyOf<RefundBody>(order(own, payment), 201);
    expect(await settled(own, id)).toMatchObject({ status: 'failed' });
    expect((await listOf<RefundBody>(own.get('/v1/refunds?status=failed'))).items).toHaveLength(1);
    expect(await bodyOf(order(own, payment), 201)).toMatchObject({ amount_cents: 5000 });
  });

  it('a refund that fails late is found although its notification is lost', async () => {
    const own = await app.anOrganization();
    await connectSandbox(collecting, own, 'stripe', false);
    const payment = await paid(own, (await anInvoice(own)).id);
    await sandbox().script({
      provider: 'stripe',
      mode: 'late_failure',
      operation: 'refund',
      delay_ms: 60_000,
    });
    const { id } = await bodyOf<RefundBody>(order(own, payment), 201);
    expect(await settled(own, id)).toMatchObject({ status: 'succeeded' });
    expect(await paymentOf(own, payment.id)).toMatchObject({ status: 'refunded' });
    await sandbox().advance(61);
    const refund = await eventually(async () => {
      await poll(collecting);
      const found = await bodyOf<RefundBody>(own.get(`/v1/refunds/${id}`));
      return found.status === 'failed' ? found : null;
    });
    expect(refund).toMatchObject({ failure_reason: 'It failed late.' });
    expect(await sandbox().netOf(payment.provider_payment_id ?? '')).toBe(5000);
    const after = await paymentOf(own, payment.id);
    expect(after).toMatchObject({ status: 'succeeded', refunded_amount_cents: 0, needs_review: true });
    const again = await bodyOf<RefundBody>(order(own, payment), 201);
    expect(again.amount_cents).toBe(5000);
    await settled(own, again.id);
    expect(await paymentOf(own, payment.id)).toMatchObject({ status: 'refunded', needs_review: false });
  });

  it('a refund that succeeded is asked for less and less, for 30 days', async () => {
    const own = await app.anOrganization();
    await connectSandbox(collecting, own, 'stripe', false);
    const payment = await paid(own, (await anInvoice(own)).id);
    const { id } = await bodyOf<RefundBody>(order(own, payment, { amount_cents: 100 }), 201);
    await settled(own, id);
    const next = async (): Promise<{ hours: number | null }> => {
      const [row] = await app.database.query<{ hours: number | null }>(
        `SELECT round(extract(epoch FROM next_action_at - now()) / 3600)::int AS hours FROM refund_orders WHERE id = $1`,
        [id],
      );
      return row ?? { hours: null };
    };
    const { hours } = await next();
    expect([6, 12, 24, 48]).toContain(hours); // by how many polls it took
    await poll(collecting);
    expect(await next()).toEqual({ hours: 2 * (hours ?? 0) });
    await app.database.query(
      `UPDATE refund_orders SET requested_at = requested_at - interval '30 days' WHERE id = $1`,
      [id],
    );
    await poll(collecting);
    expect(await next()).toEqual({ hours: null });
    expect(await paymentOf(own, payment.id)).toMatchObject({ refunded_amount_cents: 100 });
  });

  it('what a credit note refunds needs its id', async () => {
    const own = await app.anOrganization();
    await connectSandbox(collecting, own, 'stripe');
    const invoice = await anInvoice(own);
    const payment = await paid(own, invoice.id);
    const note = await aCreditNote(own, invoice, { amounts: [1500], refund_amount_cents: 1500 });
    expect(await wrongFieldsOf(order(own, payment, { amount_cents: 3501 }))).toEqual(['amount_cents']);
    const body = { credit_note_id: note.id };
    const ordered = await bodyOf<RefundBody>(order(own, payment, body), 201);
    expect(ordered).toMatchObject({ amount_cents: 1500, credit_note_id: note.id, reason: 'credit_note' });
    await settled(own, ordered.id);
    expect(await bodyOf(own.get(`/v1/credit_notes/${note.id}`))).toMatchObject({
      refund_status: 'succeeded',
    });
    await problemOf(order(own, payment, body), 400, 'invalid_state');
  });

  it('the order of a refund leaves one entry in the audit log', async () => {
    const own = await app.anOrganization();
    await connectSandbox(collecting, own, 'stripe');
    const payment = await paid(own, (await anInvoice(own)).id);
    const writes = new AuditedWrites(own);
    const refund = await writes.make<RefundBody>('createRefund', order(own, payment, { amount_cents: 100 }));
    expect(writes.findings).toEqual([]);
    await settled(own, refund.id);
    expect(await auditEntries(own, '?object_type=refund')).toEqual([
      expect.objectContaining({ operation: 'createRefund', object_id: refund.id, actor_type: 'api_key' }),
    ]);
  });

  it('a payment by hand, and a provider without credentials, are refused', async () => {
    const own = await app.anOrganization();
    const invoice = await anInvoice(own);
    const recorded = await bodyOf<PaymentBody>(
      own.post('/v1/payments/record', { invoice_id: invoice.id, amount_cents: 100 }),
      201,
    );
    await problemOf(order(own, recorded), 400, 'invalid_state');
    const stranger = await app.anOrganization();
    await problemOf(order(stranger, recorded), 404, 'not_found');
  });
});
