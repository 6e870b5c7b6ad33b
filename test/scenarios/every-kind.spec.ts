import {
  aCampaign,
  aPaymentRequest,
  aCreditNote,
  anInvoice,
  aPayment,
  aPaymentByHand,
  aThreshold,
  aWallet,
} from '../support/builders';
import type { SubscriptionBody } from '../support/subscription-wire';
import { paymentsOf, report, requestsOf } from '../support/dunning';
import { BillingStory, instant } from '../support/billing-story';
import { CATALOGUE_ORDER, EventDiary, inCatalogueOrder } from '../support/event-diary';
import type { InvoiceBody } from '../support/invoice-wire';
import type { PaymentBody } from '../support/payments';
import { startTestApp, type TestApp, type TestOrganization } from '../support/test-app';
import { bodyOf, type CustomerBody } from '../support/wire';

const MADE = ['invoice.created', 'invoice.finalized'];
const CREDITED = ['credit_note.created', 'credit_note.finalized'];

/** Each step names the events that its call emits; the receiver must get exactly these, in this order. */
describe('every event kind as a receiver gets it', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let story: BillingStory;
  let diary: EventDiary;
  let told: string[] = [];

  beforeAll(async () => {
    app = await startTestApp({ TEST_CLOCK: 'on' });
    story = await BillingStory.begin(app);
    organization = story.organization;
    diary = await EventDiary.begin(organization);
    await story.moveTo('2030-01-10T12:00');
  });
  afterAll(async () => {
    await app.stop();
    await diary.end();
  });

  /** Checks that one call or clock move emits exactly these kinds, in the order of the catalogue. */
  const tells = async <T>(work: Promise<T>, ...kinds: string[]): Promise<T> => {
    expect(inCatalogueOrder(kinds)).toEqual(kinds);
    const result = await work;
    expect(await diary.next(kinds.length)).toEqual(kinds);
    told = [...told, ...kinds];
    return result;
  };
  const bill = (of: { id: string }, cents: number): Promise<InvoiceBody> =>
    anInvoice(organization, { customer_id: of.id, amounts: [cents] });
  const record = (target: Parameters<typeof aPaymentByHand>[1], cents: number): Promise<PaymentBody> =>
    aPaymentByHand(organization, target, cents);
  const end = (it: SubscriptionBody): Promise<unknown> =>
    organization.delete(`/v1/subscriptions/${it.id}`).expect(204).then();
  const act = (path: string): Promise<unknown> => bodyOf(organization.post(path));
  const customer = (fields: object = {}): Promise<CustomerBody> =>
    tells(story.customer({ net_payment_term: 3650, ...fields }), 'customer.created');

  it('customers emit events on creation and on a change, but not on a no-op change or on deletion', async () => {
    const { id } = await customer();
    const rename = () => bodyOf(organization.put(`/v1/customers/${id}`, { name: 'Zoë' }));
    await tells(rename(), 'customer.updated');
    await tells(rename());
    await tells(organization.delete(`/v1/customers/${id}`).expect(204).then());
  });

  it('subscriptions emit events on start, trial end, crossed threshold, upgrade and cancellation', async () => {
    const { id: customer_id } = await customer();
    const calls = await story.charge('calls', '0.01');
    const terms = { currency: 'EUR', amount_cents: 3100 };
    const basic = await story.plan({ ...terms, trial_period_days: 10, charges: [calls] });
    const pro = await story.plan({ ...terms, amount_cents: 6200 });
    await aThreshold(organization, { plan: basic });
    const later = { customer_id, subscription_at: instant('2030-02-01') };

    const subscription = await tells(story.subscribe(basic, later), 'subscription.created');
    await tells(story.moveTo('2030-02-01'), 'subscription.started');
    await tells(story.use(subscription, 'calls', '999', '2030-02-01'));
    await tells(story.use(subscription, 'calls', '200001', '2030-02-01'), 'usage_threshold.crossed');
    await tells(story.use(subscription, 'calls', '5', '2030-02-01'));
    await tells(story.moveTo('2030-02-11'), 'subscription.trial_ended');
    await tells(story.change(subscription.id, { plan_id: pro.id }), 'subscription.plan_changed', ...MADE);
    await tells(act(`/v1/subscriptions/${subscription.id}/cancel`));
    await tells(story.moveTo('2030-03-01'), 'subscription.canceled', ...MADE);

    const never = await tells(
      story.subscribe(basic, { customer_id, subscription_at: instant('2031-01-01') }),
      'subscription.created',
    );
    await tells(act(`/v1/subscriptions/${never.id}/cancel`), 'subscription.canceled');
  });

  it('subscriptions paid in advance emit events on an upgrade and on termination, with a credit note or during the trial', async () => {
    const { id: customer_id } = await customer();
    const terms = { currency: 'EUR', pay_in_advance: true };
    const trial = await story.plan({ ...terms, amount_cents: 3100, trial_period_days: 20 });
    const small = await story.plan({ ...terms, amount_cents: 3100 });
    const large = await story.plan({ ...terms, amount_cents: 6200 });
    const begun = ['subscription.created', 'subscription.started'];

    const tried = await tells(story.subscribe(trial, { customer_id }), ...begun);
    await tells(end(tried), 'subscription.trial_ended', ...MADE, 'invoice.paid', 'subscription.terminated');
    const paid = await tells(story.subscribe(small, { customer_id }), ...begun, ...MADE);
    await story.moveTo('2030-03-11');
    await tells(
      story.change(paid.id, { plan_id: large.id }),
      'subscription.plan_changed',
      ...MADE,
      ...CREDITED,
    );
    // The last invoice is 0, and the offset pays the one that was made for the upgrade.
    await tells(end(paid), ...MADE, 'invoice.paid', 'invoice.paid', ...CREDITED, 'subscription.terminated');
  });

  it('invoices emit events when a call or the clock finalizes a draft, and on voiding', async () => {
    const { id: customer_id } = await customer({ invoice_grace_period: 3 });
    const plan = await story.plan({ currency: 'EUR', amount_cents: 3100 });
    const draftOf = async (): Promise<InvoiceBody> => {
      const it = await tells(
        story.subscribe(plan, { customer_id, subscription_at: instant('2030-03-10') }),
        'subscription.created',
        'subscription.started',
      );
      await tells(end(it), 'invoice.created', 'subscription.terminated');
      const [draft] = await story.invoices(it);
      if (draft === undefined) throw new Error('No invoice');
      return draft;
    };
    const finalized = await draftOf();
    await tells(act(`/v1/invoices/${finalized.id}/finalize`), 'invoice.finalized');
    await tells(act(`/v1/invoices/${finalized.id}/void`), 'invoice.voided');
    await draftOf();
    await tells(story.moveTo('2030-03-20'), 'invoice.finalized');
  });

  it('wallets emit events on top-up, use, expiration and termination', async () => {
    const owner = await customer();
    const fill = (fields: object) => aWallet(organization, { customer_id: owner.id, ...fields });
    const moved = 'wallet.transaction.created';
    const wallet = await tells(fill({ paid_credits: '20' }), 'wallet.created', moved);
    const topUp = { credits: '5', source: 'granted' };
    await tells(bodyOf(organization.post(`/v1/wallets/${wallet.id}/top_up`, topUp)), moved);
    await tells(bill(owner, 1000), ...MADE, 'invoice.paid', moved);
    await tells(bill(owner, 9000), ...MADE, moved);
    const expiring = { granted_credits: '7', expiration_at: instant('2030-03-25') };
    await tells(fill(expiring), 'wallet.created', moved);
    await tells(story.moveTo('2030-03-26'), moved, 'wallet.terminated');
    await tells(bodyOf(organization.post(`/v1/wallets/${wallet.id}/top_up`, topUp)), moved);
    await tells(
      organization.delete(`/v1/wallets/${wallet.id}`).expect(204).then(),
      moved,
      'wallet.terminated',
    );
  });

  it('payments emit events when recorded and when reported as failed or succeeded', async () => {
    const payer = await customer();
    const first = await tells(bill(payer, 5000), ...MADE);
    await tells(record({ invoice_id: first.id }, 2000), 'payment.created', 'payment.succeeded');
    await tells(
      record({ invoice_id: first.id }, 3000),
      'invoice.paid',
      'payment.created',
      'payment.succeeded',
    );
    const second = await tells(bill(payer, 4000), ...MADE);
    const payment = await tells(aPayment(organization, second, { provider: 'manual' }), 'payment.created');
    await tells(report(organization, payment, 'failed'), 'payment.failed');
    await tells(report(organization, payment, 'succeeded'), 'invoice.paid', 'payment.succeeded');
    await tells(bodyOf(organization.post(`/v1/payments/${payment.id}/refund`, { amount_cents: 500 })));
  });

  it('credit notes emit events on creation and finalization, even with an offset', async () => {
    const credited = await customer();
    const invoice = await tells(bill(credited, 5000), ...MADE);
    const [created, finalized] = CREDITED as [string, string];
    const draft = await tells(
      aCreditNote(organization, invoice, { amounts: [2000], finalize: false }),
      created,
    );
    await tells(act(`/v1/credit_notes/${draft.id}/finalize`), finalized);
    await tells(bill(credited, 1500), ...MADE, 'invoice.paid');
    const offset = { offset_amount_cents: 3000, credit_amount_cents: 0 };
    await tells(aCreditNote(organization, invoice, { amounts: [3000], ...offset }), created, finalized);
  });

  it('payment requests emit events for a paid request and for a campaign whose attempts fail', async () => {
    const debtor = await customer({ net_payment_term: 0 });
    const first = await tells(bill(debtor, 6000), ...MADE);
    const second = await tells(bill(debtor, 1000), ...MADE);
    const byHand = await tells(
      aPaymentRequest(organization, debtor, first, second),
      'payment_request.created',
    );
    await tells(
      record({ payment_request_id: byHand.id }, 7000),
      'invoice.paid',
      'invoice.paid',
      'payment.created',
      'payment.succeeded',
      'payment_request.payment_succeeded',
    );

    await aCampaign(organization, { applied_to_organization: true, max_attempts: 2 });
    await tells(bill(debtor, 6000), ...MADE);
    await tells(story.moveTo('2030-03-28'), 'payment.created', 'payment_request.created');
    const request = (await requestsOf(organization)).at(-1)?.id ?? '';
    const fail = async (attempt: number): Promise<void> => {
      const payment = (await paymentsOf(organization, request))[attempt];
      if (payment === undefined) throw new Error('No payment');
      await tells(
        report(organization, payment, 'failed'),
        'payment.failed',
        'payment_request.payment_failed',
      );
    };
    await fail(0);
    await tells(story.moveTo('2030-04-04'), 'payment.created');
    await fail(1);
    await tells(story.moveTo('2030-04-20'));
  });

  it('the receiver gets every event kind, and each event exactly once and in order', async () => {
    const { events } = diary;
    expect([...new Set(told)].sort()).toEqual([...CATALOGUE_ORDER].sort());
    expect(events.map((it) => it.webhook_type)).toEqual(told);
    expect(diary.arrivals).toBe(told.length);
    expect(new Set(events.map((it) => it.id)).size).toBe(told.length);

    const sequences = new Map<string, number[]>();
    for (const it of events) {
      sequences.set(it.object_id, [...(sequences.get(it.object_id) ?? []), it.sequence]);
    }
    for (const counted of sequences.values()) expect(counted).toEqual(counted.map((_, index) => index + 1));

    const deliveries = await diary.deliveries();
    expect(deliveries.map((it) => it.payload.id).sort()).toEqual(events.map((it) => it.id).sort());
    expect(new Set(deliveries.map((it) => `${it.status} ${it.retries}`))).toEqual(new Set(['succeeded 0']));
    expect(await bodyOf(organization.get('/v1/reconciliation'))).toMatchObject({ agrees: true });
  });
});
