import { Charges } from '../../../src/modules/collections/charges/charges';
import { Transactions } from '../../../src/platform/database/transactions';
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
import { eventually } from '../../support/eventually';
import { eventKindsOf, invoiceOf, paymentOf } from '../../support/payments';
import type { TestOrganization } from '../../support/test-app';
import { bodyOf, listOf, problemOf, type PaymentBody } from '../../support/wire';

interface DisputeBody {
  id: string;
  payment_id: string;
  customer_id: string;
  provider_dispute_id: string;
  amount_cents: number;
  currency: string;
  status: string;
  reason: string | null;
  respond_by: string | null;
  closed_at: string | null;
}

interface Reconciliation {
  checks: { name: string; mismatches: unknown[] }[];
}

const PROVIDERS = ['stripe', 'razorpay', 'gocardless', 'dodopayments'] as const;
/** What a provider does to the money when a dispute is opened. */
const TAKES_AT_ONCE: readonly string[] = ['stripe', 'gocardless'];

jest.setTimeout(90_000);

describe('disputes', () => {
  const collecting = useCollecting();
  const { app, sandbox } = collecting;

  const compare = async (): Promise<void> => {
    await app.database.query('UPDATE capture_comparisons SET next_action_at = now()');
    const { sources } = app.app.get(DueWork, { strict: false });
    for (const source of sources) if (source.name === 'captures') await source.runDue();
  };
  const paid = async (provider: string, notifies = true) => {
    const own = await app.anOrganization();
    await connectSandbox(collecting, own, provider, notifies);
    const currency = provider === 'razorpay' ? 'INR' : 'EUR';
    const customer = await aCustomer(own, { email: 'zoe@example.com' });
    const invoice = await anInvoice(own, { currency, customer_id: customer.id });
    const link = await checkout(own, invoice.id);
    await sandbox().pay(await providerPageOf(link.url));
    const collection = await eventually(async () => {
      await poll(collecting);
      const found = await collectionOf(own, link.collection_id);
      return found.status === 'succeeded' ? found : null;
    });
    const payment = await paymentOf(own, collection.payment_id ?? '');
    const move = (action: string, amount?: number) =>
      sandbox().call('POST', '/payments', { provider, id: payment.provider_payment_id, action, amount });
    return { own, invoice, payment, move };
  };
  const disputesOf = async (on: TestOrganization, query = ''): Promise<DisputeBody[]> =>
    (await listOf<DisputeBody>(on.get(`/v1/disputes${query}`))).items;
  const becomes = (on: TestOrganization, payment: PaymentBody, status: string): Promise<DisputeBody> =>
    eventually(async () => {
      const [dispute] = await disputesOf(on, `?payment_id=${payment.id}&status=${status}`);
      return dispute ?? null;
    });
  const statesOf = async (on: TestOrganization, invoice: { id: string }, payment: PaymentBody) => ({
    invoice: (await invoiceOf(on, invoice.id)).status,
    payment: (await paymentOf(on, payment.id)).status,
  });
  const GONE = { invoice: 'finalized', payment: 'failed' };
  const HERE = { invoice: 'paid', payment: 'succeeded' };

  it.each(PROVIDERS)('%s: a dispute is recorded, and its loss takes the money', async (provider) => {
    const { own, invoice, payment, move } = await paid(provider);
    await move('dispute');
    const takes = TAKES_AT_ONCE.includes(provider);
    const opened = await becomes(own, payment, provider === 'gocardless' ? 'lost' : 'needs_response');
    expect(opened).toMatchObject({ payment_id: payment.id, amount_cents: 5000, currency: payment.currency });
    await eventually(
      async () =>
        (await statesOf(own, invoice, payment)).payment === (takes ? 'failed' : 'succeeded') || null,
    );
    if (['stripe', 'razorpay'].includes(provider)) expect(opened.respond_by).not.toBeNull();
    await move('dispute_lost');
    const lost = await becomes(own, payment, 'lost');
    expect(lost).toMatchObject({ id: opened.id, closed_at: expect.any(String) as string });
    expect(await statesOf(own, invoice, payment)).toEqual(GONE);
    expect(await bodyOf(own.get(`/v1/disputes/${lost.id}`))).toEqual(lost);
    const kinds = await eventKindsOf(app, own);
    expect(kinds.filter((it) => it.startsWith('dispute.') && it !== 'dispute.updated')).toEqual([
      'dispute.created',
      'dispute.closed',
    ]);
    expect(kinds.filter((it) => it === 'payment.failed')).toHaveLength(1);
  });

  it.each(PROVIDERS)('%s: a dispute that is won leaves or reinstates the payment', async (provider) => {
    const { own, invoice, payment, move } = await paid(provider);
    await move('dispute');
    await becomes(own, payment, provider === 'gocardless' ? 'lost' : 'needs_response');
    await move('dispute_won');
    await becomes(own, payment, 'won');
    await eventually(async () => (await statesOf(own, invoice, payment)).payment === 'succeeded' || null);
    expect(await statesOf(own, invoice, payment)).toEqual(HERE);
    expect(await paymentOf(own, payment.id)).toMatchObject({ surplus_amount_cents: 0, needs_review: false });
    const { checks } = await bodyOf<Reconciliation>(own.get('/v1/reconciliation'));
    expect(checks.filter((it) => it.mismatches.length > 0)).toEqual([]);
    const kinds = await eventKindsOf(app, own);
    expect(kinds.filter((it) => it === 'payment.succeeded')).toHaveLength(1);
  });

  it.each(PROVIDERS)('%s: disputes are found without any notification', async (provider) => {
    const { own, invoice, payment, move } = await paid(provider, false);
    await move('dispute');
    await move('dispute_lost');
    await compare();
    expect((await disputesOf(own)).map((it) => it.status)).toEqual(['lost']);
    expect(await statesOf(own, invoice, payment)).toEqual(GONE);
    await compare();
    expect(await disputesOf(own)).toHaveLength(1);
    expect((await eventKindsOf(app, own)).filter((it) => it === 'dispute.closed')).toHaveLength(1);
  });

  it.each(['stripe', 'razorpay'])(
    '%s: a dispute over a part, found without any notification, takes that part',
    async (provider) => {
      const { own, invoice, payment, move } = await paid(provider, false);
      await move('dispute', 2000);
      await move('dispute_lost');
      await compare();
      expect(await disputesOf(own)).toMatchObject([{ status: 'lost', amount_cents: 2000 }]);
      const after = await paymentOf(own, payment.id);
      expect(after).toMatchObject({ status: 'succeeded', reversed_amount_cents: 2000 });
      expect(await invoiceOf(own, invoice.id)).toMatchObject({ status: 'finalized', amount_due_cents: 2000 });
      expect(await sandbox().netOf(payment.provider_payment_id ?? '')).toBe(3000);
    },
  );

  it('money that comes back when the invoice is paid anew is for a person to decide', async () => {
    const { own, invoice, payment, move } = await paid('stripe');
    await move('dispute');
    await eventually(async () => (await statesOf(own, invoice, payment)).payment === 'failed' || null);
    await own.post('/v1/payments/record', { invoice_id: invoice.id, amount_cents: 5000 }).expect(201);
    await move('dispute_won');
    await becomes(own, payment, 'won');
    const back = await eventually(async () => {
      const found = await paymentOf(own, payment.id);
      return found.status === 'succeeded' ? found : null;
    });
    expect(back).toMatchObject({ surplus_amount_cents: 5000, needs_review: true });
    expect((await listOf(own.get('/v1/refunds'))).items).toEqual([]);
  });

  it('an invoice with a disputed payment is not charged by itself', async () => {
    const { own, invoice, payment, move } = await paid('stripe');
    await move('dispute');
    await eventually(async () => (await statesOf(own, invoice, payment)).payment === 'failed' || null);
    const charges = app.app.get(Charges, { strict: false });
    const begin = app.app
      .get(Transactions, { strict: false })
      .runFor({ organizationId: own.id, job: 'test' }, (tx) =>
        charges.startAutomatic(tx, own.id, { type: 'invoice', id: invoice.id }),
      );
    await expect(begin).rejects.toThrow('disputed or reversed');
  });

  it('the list is filtered by payment, customer and status, and is one of the organization', async () => {
    const { own, payment, move } = await paid('dodopayments');
    await move('dispute');
    const dispute = await becomes(own, payment, 'needs_response');
    expect(await disputesOf(own, `?customer_id=${dispute.customer_id}`)).toHaveLength(1);
    expect(await disputesOf(own, `?customer_id=${payment.id}`)).toEqual([]);
    expect(await disputesOf(own, '?status=won')).toEqual([]);
    const stranger = await app.anOrganization();
    expect(await disputesOf(stranger)).toEqual([]);
    await problemOf(stranger.get(`/v1/disputes/${dispute.id}`), 404, 'not_found');
  });
});
