import { DueWork } from '../../../src/platform/jobs/due-work';
import { aCustomer, anInvoice } from '../../support/builders';
import {
  checkout,
  collectionOf,
  connectSandbox,
  poll,
  providerPageOf,
  useCollecting,
} from '../../support/collections';
import { invoiceOf } from '../../support/payments';
import type { TestOrganization } from '../../support/test-app';
import { bodyOf, listOf, problemOf, type PaymentBody } from '../../support/wire';

const PAGES = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/cart' };

interface Reconciliation {
  checks: { name: string; mismatches: { object_id: string; expected: string; actual: string }[] }[];
}

describe('captures of providers', () => {
  const collecting = useCollecting({ ROLE: 'api' });
  const { app, sandbox } = collecting;
  let own: TestOrganization;

  beforeEach(async () => {
    own = await app.anOrganization();
    await connectSandbox(collecting, own, 'stripe', false);
  });

  const compare = async (): Promise<void> => {
    await app.database.query('UPDATE capture_comparisons SET next_action_at = now()');
    const { sources } = app.app.get(DueWork, { strict: false });
    for (const source of sources) if (source.name === 'captures') await source.runDue();
  };
  const forget = (of: TestOrganization = own): Promise<unknown> =>
    app.database.query(`UPDATE capture_comparisons SET origin = '1/1' WHERE organization_id = $1`, [of.id]);
  const paymentsOf = async (invoiceId: string): Promise<PaymentBody[]> =>
    (await listOf<PaymentBody>(own.get(`/v1/payments?invoice_id=${invoiceId}`))).items;
  /** A link that is dead here, and is paid all the same, unseen. */
  const paidWhenDead = async (invoiceId: string): Promise<string> => {
    const link = await checkout(own, invoiceId);
    await own.post(`/v1/collections/${link.collection_id}/cancel`).expect(200);
    const { provider_object_id: id } = await collectionOf(own, link.collection_id);
    await sandbox().call('POST', '/payments', { provider: 'stripe', id, action: 'complete' });
    await poll(collecting);
    expect(await paymentsOf(invoiceId)).toEqual([]);
    return link.collection_id;
  };

  it('late money on a dead link settles what is due, without any notification', async () => {
    const invoice = await anInvoice(own);
    const id = await paidWhenDead(invoice.id);
    await compare();
    expect((await invoiceOf(own, invoice.id)).status).toBe('paid');
    await compare();
    await poll(collecting);
    expect(await paymentsOf(invoice.id)).toHaveLength(1);
    expect((await collectionOf(own, id)).status).toBe('succeeded');
  });

  it('what is not due any more is a surplus, and goes back once', async () => {
    const invoice = await anInvoice(own);
    await paidWhenDead(invoice.id);
    await own.post('/v1/payments/record', { invoice_id: invoice.id, amount_cents: 5000 }).expect(201);
    await compare();
    await poll(collecting);
    await poll(collecting);
    const surplus = (await paymentsOf(invoice.id)).find((it) => it.surplus_amount_cents === 5000);
    expect(surplus).toMatchObject({ surplus_refund_status: 'succeeded', status: 'refunded' });
    expect(await sandbox().netOf(surplus?.provider_payment_id ?? '')).toBe(0);
  });

  it('after a restore nothing is collected before the captures are compared', async () => {
    const [paid, due] = [await anInvoice(own), await anInvoice(own)];
    const link = await checkout(own, paid.id);
    await forget();
    await sandbox().pay(await providerPageOf(link.url));
    await poll(collecting);
    expect((await collectionOf(own, link.collection_id)).status).toBe('open');
    await problemOf(own.post(`/v1/invoices/${due.id}/checkout`, PAGES), 503, 'service_unavailable');
    await compare();
    expect((await invoiceOf(own, paid.id)).status).toBe('paid');
    await checkout(own, due.id);
  });

  it('while a provider does not answer, the pause goes on', async () => {
    await forget();
    await sandbox().script({ provider: 'stripe', mode: 'error_500', times: 0 });
    await compare();
    const invoice = await anInvoice(own);
    await own.post(`/v1/invoices/${invoice.id}/checkout`, PAGES).expect(503);
    await sandbox().call('DELETE', '/script');
  });

  /** Removes what was written after a backup, as its restore does. */
  const forgetCollection = async (id: string, of: TestOrganization = own): Promise<void> => {
    await app.database.query('DELETE FROM collection_reservations WHERE collection_id = $1', [id]);
    await app.database.query('DELETE FROM collections WHERE id = $1', [id]);
    await forget(of);
  };
  const capturesOf = async (account: string): Promise<number> =>
    (await sandbox().ledger()).filter((it) => it.type === 'capture' && it.account === account).length;

  it.each(['stripe', 'gocardless', 'razorpay', 'dodopayments'])(
    '%s: money of a collection that a restore has forgotten settles its invoice, and nothing is charged twice',
    async (provider) => {
      const on = await app.anOrganization();
      const account = await connectSandbox(collecting, on, provider, false);
      const currency = provider === 'razorpay' ? 'INR' : 'EUR';
      const customer = await aCustomer(on, { email: 'zoe@example.com' });
      const invoice = await anInvoice(on, { currency, customer_id: customer.id });
      const link = await checkout(on, invoice.id);
      await sandbox().pay(await providerPageOf(link.url));
      await forgetCollection(link.collection_id, on);
      await problemOf(on.post(`/v1/invoices/${invoice.id}/checkout`, PAGES), 503, 'service_unavailable');
      await compare();
      expect(await invoiceOf(on, invoice.id)).toMatchObject({ status: 'paid', amount_due_cents: 0 });
      const payments = (await listOf<PaymentBody>(on.get(`/v1/payments?invoice_id=${invoice.id}`))).items;
      expect(payments).toEqual([
        expect.objectContaining({ status: 'succeeded', amount_cents: 5000, surplus_amount_cents: 0 }),
      ]);
      await problemOf(on.post(`/v1/invoices/${invoice.id}/checkout`, PAGES), 400, 'invalid_state');
      await problemOf(on.post(`/v1/invoices/${invoice.id}/collect`), 400, 'invalid_state');
      await forget(on);
      await compare();
      await poll(collecting);
      expect((await listOf(on.get('/v1/payments'))).items).toHaveLength(1);
      expect(await capturesOf(account)).toBe(1);
    },
  );

  it('forgotten money that is not due any more goes back once', async () => {
    const invoice = await anInvoice(own);
    const link = await checkout(own, invoice.id);
    await sandbox().pay(await providerPageOf(link.url));
    await forgetCollection(link.collection_id);
    await own.post('/v1/payments/record', { invoice_id: invoice.id, amount_cents: 2000 }).expect(201);
    await compare();
    await poll(collecting);
    await poll(collecting);
    const late = (await paymentsOf(invoice.id)).find((it) => it.provider === 'stripe');
    expect(late).toMatchObject({ surplus_amount_cents: 2000, surplus_refund_status: 'succeeded' });
    expect(await sandbox().netOf(late?.provider_payment_id ?? '')).toBe(3000);
    expect((await invoiceOf(own, invoice.id)).status).toBe('paid');
  });

  it('money of an invoice that a restore has forgotten as well is shown', async () => {
    const invoice = await anInvoice(own);
    const link = await checkout(own, invoice.id);
    await sandbox().pay(await providerPageOf(link.url));
    await forgetCollection(link.collection_id);
    await app.database.query(`DO $$ BEGIN
      SET LOCAL session_replication_role = 'replica';
      DELETE FROM invoices WHERE id = '${invoice.id}';
    END $$`);
    await compare();
    await compare();
    const { checks } = await bodyOf<Reconciliation>(own.get('/v1/reconciliation'));
    expect(checks.find((it) => it.name === 'provider_captures')?.mismatches).toEqual([
      { object_type: 'collection', object_id: link.collection_id, expected: '5000', actual: '0' },
    ]);
  });

  it('a suspended organization is not asked about', async () => {
    const comparedOf = (): Promise<unknown[]> =>
      app.database.query('SELECT compared_until FROM capture_comparisons WHERE organization_id = $1', [
        own.id,
      ]);
    const suspend = (status: string): Promise<unknown> =>
      app.database.query('UPDATE organizations SET status = $2 WHERE id = $1', [own.id, status]);
    const before = await comparedOf();
    await suspend('suspended');
    await compare();
    expect(await comparedOf()).toEqual(before);
    await suspend('active');
    await compare();
    expect(await comparedOf()).not.toEqual(before);
  });
});
