import { anInvoice } from '../../support/builders';
import {
  checkout,
  collectionBecomes,
  collectionOf,
  connectSandbox,
  poll,
  providerPageOf,
  useCollecting,
} from '../../support/collections';
import { AuditedWrites } from '../../support/audited-writes';
import { eventually } from '../../support/eventually';
import { invoiceOf, paymentOf } from '../../support/payments';
import type { TestOrganization } from '../../support/test-app';
import { bodyOf, listOf, problemOf, type CollectionBody, type PaymentMethodBody } from '../../support/wire';

const PAGES = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/account' };

describe('saved payment methods and their charges', () => {
  const collecting = useCollecting();
  const { app, sandbox } = collecting;
  let own: TestOrganization;

  beforeEach(async () => {
    own = await app.anOrganization();
    await connectSandbox(collecting, own, 'stripe');
  });

  const post = (path: string, body: object = {}) => own.post(path, body);
  const methodsOf = async (customerId: string): Promise<PaymentMethodBody[]> =>
    (await listOf<PaymentMethodBody>(own.get(`/v1/customers/${customerId}/payment_methods`))).items;
  const collect = (invoiceId: string) =>
    bodyOf<CollectionBody>(post(`/v1/invoices/${invoiceId}/collect`), 201);
  /** Saves a method on the page of the provider, as a customer does. */
  async function saveMethod(customerId: string, behavior = 'succeed'): Promise<PaymentMethodBody> {
    const path = `/v1/customers/${customerId}/payment_methods/setup`;
    const setup = await bodyOf<{ url: string }>(post(path, PAGES), 201);
    const before = (await methodsOf(customerId)).length;
    await sandbox().pay(setup.url, behavior);
    return eventually(async () => {
      const methods = await methodsOf(customerId);
      return methods.length > before ? methods.find((it) => it.is_default) : null;
    });
  }
  /** An invoice of a customer who has saved a method that behaves so. */
  async function payable(behavior = 'succeed') {
    const invoice = await anInvoice(own);
    const method = await saveMethod(invoice.customer_id, behavior);
    return { invoice, method };
  }

  it('a method that was saved at the provider is the default, and pays an invoice', async () => {
    const { invoice, method } = await payable();
    expect(method).toMatchObject({ provider: 'stripe', type: 'card', is_usable: true, is_default: true });
    const started = await collect(invoice.id);
    expect(started).toMatchObject({ kind: 'charge', amount_cents: 5000, attempt_number: 1 });
    expect((await collect(invoice.id).catch(() => started)).id).toBe(started.id);
    const paid = await collectionBecomes(own, started.id, 'succeeded');
    expect((await invoiceOf(own, invoice.id)).status).toBe('paid');
    const payment = await paymentOf(own, paid.payment_id ?? '');
    expect(await sandbox().netOf(payment.provider_payment_id ?? '')).toBe(5000);
    await problemOf(post(`/v1/invoices/${invoice.id}/collect`), 400, 'invalid_state');
  });

  it('the requests of a charge are stored in the transactions of its state', async () => {
    const { invoice } = await payable();
    const callsOf = (id: string) =>
      app.database.query<{ method: string; outcome: string; isWithState: boolean }>(
        `SELECT method, outcome, call.xmin = collections.xmin AS "isWithState"
           FROM provider_calls AS call JOIN collections ON collections.id = collection_id
          WHERE collection_id = $1 ORDER BY call.created_at, call.id`,
        [id],
      );
    // No notification makes the collection due again: its row stays as the last request or answer has left it.
    await sandbox().script({ provider: 'stripe', mode: 'lose_notification', times: 0 });
    const slow = { provider: 'stripe', mode: 'time_out_and_succeed', operation: 'payment_intents.confirm' };
    await sandbox().script({ ...slow, delay_ms: 2000 });
    const { id } = await collect(invoice.id);
    const sent = await eventually(async () => {
      const calls = await callsOf(id);
      return calls.length === 2 ? calls : null;
    });
    expect(sent[0]).toMatchObject({ method: 'POST', outcome: 'answered' });
    expect(sent[1]).toEqual({ method: 'POST', outcome: 'pending', isWithState: true });
    const answered = await eventually(async () => {
      const calls = await callsOf(id);
      return calls[1]?.outcome === 'pending' ? null : calls;
    }, 20_000);
    expect(answered[1]).toEqual({ method: 'POST', outcome: 'lost', isWithState: true });
  });

  it('a declined charge is made dead, so that a link can follow and only the link takes money', async () => {
    const { invoice } = await payable('decline:insufficient_funds');
    const { id } = await collect(invoice.id);
    const failed = await eventually(async () => {
      const collection = await collectionOf(own, id);
      return collection.status === 'failed' && collection.dead_at !== null ? collection : null;
    });
    expect(failed).toMatchObject({ failure_code: expect.any(String) as string, payment_id: null });
    const link = await checkout(own, invoice.id);
    await sandbox().pay(await providerPageOf(link.url));
    await collectionBecomes(own, link.collection_id, 'succeeded');
    expect((await invoiceOf(own, invoice.id)).status).toBe('paid');
  });

  it('an open link is ended before the charge', async () => {
    const { invoice } = await payable();
    const link = await checkout(own, invoice.id);
    const page = await providerPageOf(link.url);
    const charge = await collect(invoice.id);
    await collectionBecomes(own, charge.id, 'succeeded');
    expect((await collectionOf(own, link.collection_id)).status).toBe('canceled');
    expect(await sandbox().pay(page)).not.toMatchObject({ status: 'paid' });
  });

  it('a charge that needs authentication waits for the payer at action_url', async () => {
    const { invoice } = await payable('requires_action');
    const { id } = await collect(invoice.id);
    const waiting = await eventually(async () => {
      const collection = await collectionOf(own, id);
      return collection.requires_action ? collection : null;
    });
    expect(waiting).toMatchObject({ status: 'processing', dead_at: null });
    const payPage = waiting.action_url ?? '';
    // Stripe has no page for a charge without the payer: it is ended, and the payer pays on a link.
    await sandbox().pay(await providerPageOf(payPage));
    await fetch(`${payPage}/return`);
    expect((await collectionOf(own, id)).dead_at).not.toBeNull();
    expect((await invoiceOf(own, invoice.id)).status).toBe('paid');
  });

  it.each(['payment_intents.create', 'payment_intents.confirm'])(
    'a lost answer to %s charges once',
    async (operation) => {
      const { invoice } = await payable();
      await sandbox().script({ provider: 'stripe', mode: 'reset_after', operation });
      const { id } = await collect(invoice.id);
      await eventually(async () => {
        await poll(collecting);
        return (await collectionOf(own, id)).status === 'succeeded' ? true : null;
      }, 20_000);
      const captures = (await sandbox().ledger()).filter(
        (it) => it.metadata.collection_id === id && it.type === 'capture',
      );
      expect(captures).toHaveLength(1);
    },
  );

  it('every write leaves one entry in the audit log', async () => {
    const writes = new AuditedWrites(own);
    const invoice = await anInvoice(own);
    const { customer_id: customerId } = invoice;
    const link = await writes.make<{ collection_id: string }>(
      'checkoutInvoice',
      post(`/v1/invoices/${invoice.id}/checkout`, PAGES),
    );
    await writes.make('cancelCollection', post(`/v1/collections/${link.collection_id}/cancel`));
    const methods = `/v1/customers/${customerId}/payment_methods`;
    await writes.make('setupPaymentMethod', post(`${methods}/setup`, PAGES));
    const method = await saveMethod(customerId);
    await writes.make('makePaymentMethodDefault', own.post(`${methods}/${method.id}/default`, {}));
    await writes.make('collectInvoice', post(`/v1/invoices/${invoice.id}/collect`));
    const mapping = { provider_customer_id: 'cus_other' };
    await writes.make(
      'putCustomerPaymentProvider',
      own.put(`/v1/customers/${customerId}/payment_providers/stripe`, mapping),
    );
    await writes.make('deletePaymentMethod', own.delete(`${methods}/${method.id}`));
    expect(await methodsOf(customerId)).toEqual([]);
    const other = await anInvoice(own);
    const asked = { customer_id: other.customer_id, invoice_ids: [other.id] };
    const request = await bodyOf<{ id: string }>(post('/v1/payment_requests', asked), 201);
    const path = `/v1/payment_requests/${request.id}/checkout`;
    await writes.make('checkoutPaymentRequest', post(path, PAGES));
    expect(writes.findings).toEqual([]);
  });

  it('methods of another customer, and of another organization, are not found', async () => {
    const { invoice, method } = await payable();
    const other = await anInvoice(own);
    const path = `/v1/customers/${other.customer_id}/payment_methods/${method.id}`;
    await problemOf(own.delete(path), 404, 'not_found');
    await problemOf(own.post(`${path}/default`), 404, 'not_found');
    const stranger = await app.anOrganization();
    await problemOf(stranger.get(`/v1/customers/${invoice.customer_id}/payment_methods`), 404, 'not_found');
    await problemOf(post(`/v1/invoices/${other.id}/collect`), 400, 'invalid_state');
  });
});
