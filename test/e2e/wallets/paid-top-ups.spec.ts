import { anInvoice, aWallet } from '../../support/builders';
import {
  checkout,
  collectionBecomes,
  connectSandbox,
  poll,
  providerPageOf,
  useCollecting,
} from '../../support/collections';
import { eventually } from '../../support/eventually';
import { invoiceOf } from '../../support/payments';
import type { TestOrganization } from '../../support/test-app';
import {
  bodyOf,
  listOf,
  problemOf,
  wrongFieldsOf,
  type CollectionBody,
  type PaymentBody,
  type WalletBody,
  type WalletTopUpBody,
  type WalletTransactionBody,
} from '../../support/wire';

const PAGES = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/account' };
const SALE = { credits: '10', source: 'paid', collect: true };

interface Sold extends WalletBody {
  top_up_invoice_id: string;
}

describe('paid top-ups', () => {
  const collecting = useCollecting({ TEST_CLOCK: 'on' });
  const { app, sandbox } = collecting;
  let own: TestOrganization;
  let wallet: WalletBody;

  beforeEach(async () => {
    own = await app.anOrganization();
    await connectSandbox(collecting, own, 'stripe');
    wallet = await aWallet(own, { rate_amount: '1.5', name: 'Credits' });
  });
  afterEach(async () => {
    expect(await bodyOf(own.get('/v1/reconciliation'))).toMatchObject({ agrees: true });
  });

  const sell = async (fields: object = {}): Promise<string> => {
    const sold = await bodyOf<Sold>(own.post(`/v1/wallets/${wallet.id}/top_up`, { ...SALE, ...fields }));
    return sold.top_up_invoice_id;
  };
  const balance = async (): Promise<number> =>
    (await bodyOf<WalletBody>(own.get(`/v1/wallets/${wallet.id}`))).balance_cents;
  const transactions = async (): Promise<WalletTransactionBody[]> =>
    (await listOf<WalletTransactionBody>(own.get(`/v1/wallets/${wallet.id}/transactions`))).items;
  const record = (invoiceId: string, amount: number) =>
    own.post('/v1/payments/record', { invoice_id: invoiceId, amount_cents: amount });

  it('an invoice sells the credits, without taxes, and a paid link adds them once', async () => {
    await own.post('/v1/taxes', { code: 'vat', name: 'VAT', rate: '20', applied_to_organization: true });
    const invoiceId = await sell();
    expect(await invoiceOf(own, invoiceId)).toMatchObject({
      ...{ invoice_type: 'credit', status: 'finalized', number: expect.any(String) as string },
      ...{ total_amount_cents: 1500, taxes_amount_cents: 0, amount_due_cents: 1500 },
      fees: [{ type: 'credit', description: 'Credits', units: '10', unit_amount: '1.5' }],
    });
    expect(await balance()).toBe(0);
    const link = await checkout(own, invoiceId);
    await sandbox().script({ provider: 'stripe', mode: 'notify_twice', times: 1 });
    await sandbox().pay(await providerPageOf(link.url));
    await poll(collecting);
    await collectionBecomes(own, link.collection_id, 'succeeded');
    await poll(collecting);
    expect(await transactions()).toMatchObject([
      { source: 'paid', credits: '10', amount_cents: 1500, invoice_id: invoiceId },
    ]);
    expect(await balance()).toBe(1500);
  });

  it('the default payment method is charged at once, whatever the collection settings', async () => {
    const path = `/v1/customers/${wallet.customer_id}/payment_methods`;
    const setup = await bodyOf<{ url: string }>(own.post(`${path}/setup`, PAGES), 201);
    await sandbox().pay(setup.url, 'succeed');
    await eventually(async () => {
      await poll(collecting);
      return (await listOf(own.get(path))).items.length > 0 ? true : null;
    });
    const invoiceId = await sell();
    await own.put('/v1/test_clock', { now: new Date(Date.now() + 86_400_000).toISOString() }).expect(200);
    await eventually(async () => {
      await poll(collecting);
      return (await balance()) === 1500 ? true : null;
    });
    const { items } = await listOf<CollectionBody>(own.get(`/v1/collections?invoice_id=${invoiceId}`));
    expect(items).toMatchObject([{ kind: 'charge', amount_cents: 1500 }]);
  });

  it('money in parts, by hand and at the same time adds the credits when nothing is due', async () => {
    const invoiceId = await sell();
    await record(invoiceId, 500).expect(201);
    expect(await balance()).toBe(0);
    await Promise.all([1, 2, 3].map(() => record(invoiceId, 1000)));
    expect(await transactions()).toHaveLength(1);
    expect(await balance()).toBe(1500);
  });

  it('an invoice of credits uses no credit, and neither a void nor an end of the wallet adds any', async () => {
    await own.post(`/v1/wallets/${wallet.id}/top_up`, { credits: '100', source: 'granted' }).expect(200);
    const invoiceId = await sell();
    expect(await invoiceOf(own, invoiceId)).toMatchObject({ amount_due_cents: 1500 });
    const refusal = await problemOf(own.delete(`/v1/wallets/${wallet.id}`), 400, 'invalid_state');
    expect(refusal.detail).toContain(invoiceId);
    await own.post(`/v1/invoices/${invoiceId}/void`).expect(200);
    expect(await transactions()).toHaveLength(1);
    await own.delete(`/v1/wallets/${wallet.id}`).expect(204);
    await problemOf(own.post(`/v1/wallets/${wallet.id}/top_up`, SALE), 400, 'invalid_state');
  });

  it('a credit note on sold credits is refused, as are granted credits that are collected', async () => {
    const invoiceId = await sell();
    const { fees } = await invoiceOf(own, invoiceId);
    const note = {
      invoice_id: invoiceId,
      reason: 'other',
      items: [{ fee_id: fees[0]?.id, amount_cents: 100 }],
    };
    await problemOf(own.post('/v1/credit_notes', note), 400, 'invalid_state');
    const free = own.post(`/v1/wallets/${wallet.id}/top_up`, { ...SALE, source: 'granted' });
    expect(await wrongFieldsOf(free)).toEqual(['collect']);
    const worthless = own.post(`/v1/wallets/${wallet.id}/top_up`, { ...SALE, credits: '0.00001' });
    expect(await wrongFieldsOf(worthless)).toEqual(['credits']);
  });

  it('another organization tops up nothing', async () => {
    const stranger = await app.anOrganization();
    await problemOf(stranger.post(`/v1/wallets/${wallet.id}/top_up`, SALE), 404, 'not_found');
  });

  const topUps = async (): Promise<WalletTopUpBody[]> =>
    (await listOf<WalletTopUpBody>(own.get(`/v1/wallets/${wallet.id}/top_ups`))).items;
  const paymentOfInvoice = async (invoiceId: string): Promise<PaymentBody> => {
    const { items } = await listOf<PaymentBody>(own.get(`/v1/payments?invoice_id=${invoiceId}`));
    const [payment] = items;
    if (payment === undefined) throw new Error('The invoice has no payment');
    return payment;
  };
  const refund = (id: string, amount: number) =>
    own.post(`/v1/payments/${id}/refund`, { amount_cents: amount }).expect(200);

  it('refunds take the credits back as far as they are left, and say what they could not take', async () => {
    const invoiceId = await sell();
    await record(invoiceId, 1500).expect(201);
    const { id } = await paymentOfInvoice(invoiceId);
    await refund(id, 600);
    expect(await balance()).toBe(900);
    expect((await transactions())[0]).toMatchObject({ source: 'refund', amount_cents: 600, credits: '4' });
    await anInvoice(own, { customer_id: wallet.customer_id, amounts: [700] });
    expect(await balance()).toBe(200);
    await refund(id, 900);
    expect(await balance()).toBe(0);
    expect(await topUps()).toMatchObject([
      { status: 'granted', taken_back_cents: 800, not_taken_back_cents: 700 },
    ]);
  });

  it('what was paid after the wallet had ended is in the queue for people until it is refunded', async () => {
    const at = new Date(Date.now() + 2 * 86_400_000).toISOString();
    wallet = await aWallet(own, { customer_id: wallet.customer_id, expiration_at: at });
    const invoiceId = await sell();
    await own.put('/v1/test_clock', { now: new Date(Date.now() + 3 * 86_400_000).toISOString() }).expect(200);
    await record(invoiceId, 1000).expect(201);
    expect(await topUps()).toMatchObject([{ status: 'undelivered', needs_review: true }]);
    const review = async () => (await listOf<PaymentBody>(own.get('/v1/payments?needs_review=true'))).items;
    const [payment] = await review();
    expect(payment).toMatchObject({ invoice_id: invoiceId, amount_cents: 1000 });
    await refund(payment?.id ?? '', 1000);
    expect(await review()).toEqual([]);
    const { checks } = await bodyOf<{ checks: { name: string; mismatches: unknown[] }[] }>(
      own.get('/v1/reconciliation'),
    );
    const wrong = checks.filter((it) => it.mismatches.length > 0).map((it) => it.name);
    expect(wrong).toEqual(['wallet_top_ups']);
    own = await app.anOrganization(); // of whose sums nothing is wrong
  });
});
