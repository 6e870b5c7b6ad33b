import { aCreditNote, anInvoice } from '../../support/builders';
import {
  checkout,
  collectionBecomes,
  collectionOf,
  connectSandbox,
  poll,
  providerPageOf,
  useCollecting,
} from '../../support/collections';
import { eventually } from '../../support/eventually';
import { eventKindsOf, invoiceOf, paymentOf } from '../../support/payments';
import type { TestOrganization } from '../../support/test-app';
import { bodyOf, listOf, problemOf, wrongFieldsOf, type PaymentBody } from '../../support/wire';

const PAGES = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/cart' };

describe('links to pay', () => {
  const collecting = useCollecting();
  const { app, sandbox } = collecting;
  let own: TestOrganization;

  beforeEach(async () => {
    own = await app.anOrganization();
    await connectSandbox(collecting, own, 'stripe');
  });

  const paymentsOf = async (invoiceId: string): Promise<PaymentBody[]> =>
    (await listOf<PaymentBody>(own.get(`/v1/payments?invoice_id=${invoiceId}`))).items;
  const post = (path: string, body: object = {}) => own.post(path, body);
  const netOf = async ({ provider_payment_id: id }: PaymentBody) => sandbox().netOf(id ?? '');

  it('a paid link settles the invoice, and its payment appears with the money', async () => {
    const invoice = await anInvoice(own);
    const link = await checkout(own, invoice.id);
    expect(await collectionOf(own, link.collection_id)).toMatchObject({
      ...{ invoice_id: invoice.id, kind: 'link', provider: 'stripe', amount_cents: 5000, currency: 'EUR' },
      ...{ status: 'open', action_url: link.url, payment_id: null, dead_at: null, attempt_number: 1 },
    });
    expect(await checkout(own, invoice.id)).toEqual(link);
    expect(await paymentsOf(invoice.id)).toEqual([]);
    await sandbox().pay(await providerPageOf(link.url));
    const paid = await collectionBecomes(own, link.collection_id, 'succeeded');
    expect(paid).toMatchObject({ action_url: null, dead_at: expect.any(String) as string });
    expect((await invoiceOf(own, invoice.id)).status).toBe('paid');
    const payment = await paymentOf(own, paid.payment_id ?? '');
    expect(payment).toMatchObject({ status: 'succeeded', amount_cents: 5000, surplus_amount_cents: 0 });
    expect(await netOf(payment)).toBe(5000);
    const kinds = await eventKindsOf(app, own);
    expect(kinds.slice(kinds.indexOf('collection.created'))).toEqual([
      ...['collection.created', 'invoice.paid', 'payment.created', 'payment.succeeded'],
      'collection.succeeded',
    ]);
    await problemOf(post(`/v1/invoices/${invoice.id}/checkout`, PAGES), 400, 'invalid_state');
  });

  it('a lost notification is made up for by polling, a doubled one changes nothing', async () => {
    await sandbox().script({ provider: 'stripe', mode: 'lose_notification', times: 0 });
    const invoice = await anInvoice(own);
    const link = await checkout(own, invoice.id);
    await sandbox().pay(await providerPageOf(link.url));
    await poll(collecting);
    await poll(collecting);
    expect((await collectionOf(own, link.collection_id)).status).toBe('succeeded');
    expect(await paymentsOf(invoice.id)).toHaveLength(1);
  });

  it('a payment by hand first ends the link; the next link asks for the rest', async () => {
    const invoice = await anInvoice(own);
    const first = await checkout(own, invoice.id);
    const page = await providerPageOf(first.url);
    await post('/v1/payments/record', { invoice_id: invoice.id, amount_cents: 2000 }).expect(201);
    expect(await collectionOf(own, first.collection_id)).toMatchObject({ status: 'canceled' });
    expect(await sandbox().pay(page)).not.toMatchObject({ status: 'paid' });
    const second = await checkout(own, invoice.id);
    expect(await collectionOf(own, second.collection_id)).toMatchObject({
      ...{ amount_cents: 3000, attempt_number: 2 },
    });
  });

  it('a credit note and a void first end the link, also under an Idempotency-Key', async () => {
    const [credited, voided] = [await anInvoice(own), await anInvoice(own)];
    const links = [await checkout(own, credited.id), await checkout(own, voided.id)];
    await aCreditNote(own, credited, { amounts: [1000], offset_amount_cents: 1000 });
    const voiding = post(`/v1/invoices/${voided.id}/void`).set('Idempotency-Key', 'void-1');
    expect(await bodyOf(voiding)).toMatchObject({ status: 'voided' });
    for (const { collection_id: id } of links) {
      expect((await collectionOf(own, id)).status).toBe('canceled');
    }
  });

  it('what was paid meanwhile, unseen, refuses a payment by hand', async () => {
    await sandbox().script({ provider: 'stripe', mode: 'lose_notification', times: 0 });
    const invoice = await anInvoice(own);
    const link = await checkout(own, invoice.id);
    await sandbox().pay(await providerPageOf(link.url));
    const byHand = { invoice_id: invoice.id, amount_cents: 5000 };
    await problemOf(post('/v1/payments/record', byHand), 400, 'invalid_state');
    expect((await collectionOf(own, link.collection_id)).status).toBe('succeeded');
    expect(await paymentsOf(invoice.id)).toHaveLength(1);
  });

  it('money that arrives on a dead link is refunded once', async () => {
    const invoice = await anInvoice(own);
    const link = await checkout(own, invoice.id);
    const collection = await bodyOf<{ provider_object_id: string }>(
      post(`/v1/collections/${link.collection_id}/cancel`),
    );
    await post('/v1/payments/record', { invoice_id: invoice.id, amount_cents: 5000 }).expect(201);
    const late = { provider: 'stripe', id: collection.provider_object_id, action: 'complete' };
    await sandbox().call('POST', '/payments', late);
    const surplus = await eventually(async () =>
      (await paymentsOf(invoice.id)).find((it) => it.surplus_refund_status === 'succeeded'),
    );
    expect(surplus).toMatchObject({
      ...{ status: 'refunded', amount_cents: 5000, surplus_amount_cents: 5000, needs_review: false },
    });
    await poll(collecting);
    expect(await netOf(surplus)).toBe(0);
    expect(
      (await sandbox().ledger()).filter((it) => it.payment_id === surplus.provider_payment_id),
    ).toHaveLength(2);
  });

  it('a surplus whose refund fails waits for a person', async () => {
    const invoice = await anInvoice(own);
    const link = await checkout(own, invoice.id);
    const { provider_object_id: id } = await collectionOf(own, link.collection_id);
    await post(`/v1/collections/${link.collection_id}/cancel`).expect(200);
    await post('/v1/payments/record', { invoice_id: invoice.id, amount_cents: 5000 }).expect(201);
    await sandbox().script({ provider: 'stripe', mode: 'decline', operation: 'refund' });
    await sandbox().call('POST', '/payments', { provider: 'stripe', id, action: 'complete' });
    const surplus = await eventually(async () => {
      await poll(collecting);
      return (await paymentsOf(invoice.id)).find((it) => it.surplus_refund_status === 'failed');
    });
    expect(surplus.needs_review).toBe(true);
    const queue = await listOf<PaymentBody>(own.get('/v1/payments?needs_review=true'));
    expect(queue.items.map((it) => it.id)).toEqual([surplus.id]);
  });

  it('a lost answer is asked for, and a repetition returns the link that was made', async () => {
    const invoice = await anInvoice(own);
    await sandbox().script({
      provider: 'stripe',
      mode: 'reset_after',
      operation: 'checkout.sessions.create',
    });
    await problemOf(post(`/v1/invoices/${invoice.id}/checkout`, PAGES), 503, 'service_unavailable');
    const link = await eventually(async () => {
      await poll(collecting);
      const response = await post(`/v1/invoices/${invoice.id}/checkout`, PAGES);
      return response.status === 201 ? (response.body as { url: string; collection_id: string }) : null;
    });
    await sandbox().pay(await providerPageOf(link.url));
    await collectionBecomes(own, link.collection_id, 'succeeded');
    expect(await paymentsOf(invoice.id)).toHaveLength(1);
  });

  it('a provider that is down answers 503, and holds nothing once it says that it received nothing', async () => {
    const invoice = await anInvoice(own);
    await sandbox().script({ provider: 'stripe', mode: 'down', times: 1 });
    await problemOf(post(`/v1/invoices/${invoice.id}/checkout`, PAGES), 503, 'service_unavailable');
    // A request of a moment ago may still arrive: only later does its absence prove anything.
    await app.database.query(
      `UPDATE collections SET requested_at = requested_at - interval '1 minute' WHERE invoice_id = $1`,
      [invoice.id],
    );
    await eventually(async () => {
      await poll(collecting);
      const body = { invoice_id: invoice.id, amount_cents: 5000 };
      return (await post('/v1/payments/record', body)).status === 201 ? true : null;
    });
  });

  it('ten checkouts at the same time make one link, and the same key answers the same', async () => {
    const invoice = await anInvoice(own);
    const path = `/v1/invoices/${invoice.id}/checkout`;
    const all = await Promise.all(Array.from({ length: 10 }, () => post(path, PAGES)));
    const made = new Set(all.filter((it) => it.status === 201).map((it) => (it.body as { url: string }).url));
    expect(made.size).toBe(1);
    const again = await bodyOf(post(path, PAGES).set('Idempotency-Key', 'one'), 201);
    expect(await bodyOf(post(path, PAGES).set('Idempotency-Key', 'one'), 201)).toEqual(again);
    const list = await listOf(own.get(`/v1/collections?invoice_id=${invoice.id}&status=open`));
    expect(list.items).toHaveLength(1);
  });

  it('bad input is refused with its reason', async () => {
    const stranger = await app.anOrganization();
    const invoice = await anInvoice(own);
    const path = `/v1/invoices/${invoice.id}/checkout`;
    await problemOf(stranger.post(path, PAGES), 404, 'not_found');
    const other = await anInvoice(stranger);
    await problemOf(stranger.post(`/v1/invoices/${other.id}/checkout`, PAGES), 400, 'provider_not_connected');
    const unconnected = { ...PAGES, provider: 'gocardless' };
    await problemOf(post(path, unconnected), 400, 'provider_not_connected');
    const bad = { success_url: 'ftp://shop.example', cancel_url: `https://shop.example/${'x'.repeat(3000)}` };
    expect(await wrongFieldsOf(post(path, bad))).toEqual(['success_url', 'cancel_url']);
    const tiny = await anInvoice(own, { amounts: [1] });
    expect(await wrongFieldsOf(post(`/v1/invoices/${tiny.id}/checkout`, PAGES))).toEqual(['provider']);
    await problemOf(post(`/v1/collections/${invoice.id}/cancel`), 404, 'not_found');
  });
});
