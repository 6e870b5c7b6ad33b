import { aCreditNote, anEndpoint, aPaymentByHand, aTax, aWallet } from '../support/builders';
import { BillingStory, instant, emittedKinds } from '../support/billing-story';
import { useTestApp } from '../support/use-test-app';
import { CREDIT_NOTES } from '../support/credit-notes';
import type { CreditNoteBody } from '../support/credit-wire';
import type { InvoiceBody } from '../support/invoice-wire';
import type { TestOrganization } from '../support/test-app';
import { bodyOf, listOf } from '../support/wire';

/** A fee that was paid in advance, and the credit note for its unused days. */
describe('a subscription in advance that ends or changes within a period', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  let story: BillingStory;
  let charge: object;

  beforeEach(async () => {
    story = await BillingStory.begin(app);
    await aTax(story.organization, { applied_to_organization: true });
    charge = await story.charge('calls', '1');
  });

  const creditNotes = async (query = ''): Promise<CreditNoteBody[]> =>
    (await listOf<CreditNoteBody>(story.organization.get(`${CREDIT_NOTES}?${query}`))).items;

  it('a termination credits the unused days, and the last invoice uses the credit', async () => {
    await story.moveTo('2027-06-11T15:00');
    const plan = await story.plan({ pay_in_advance: true, charges: [charge] });
    const subscription = await story.subscribe(plan);
    expect(await story.newestBill(subscription)).toEqual({
      status: 'finalized',
      period: [instant('2027-06-11'), instant('2027-07-01')],
      fees: [['subscription', 2000, 400, '20/30']],
      credit: 0,
      total: 2400,
      issued: '2027-06-11',
      due: '2027-07-11',
    });
    await story.use(subscription, 'calls', '4', '2027-06-11T15:00');
    expect(emittedKinds(await story.moveTo('2027-07-01'))).toEqual([
      '2027-07-01T00:00:00.000Z invoice.created',
      '2027-07-01T00:00:00.000Z invoice.finalized',
    ]);
    expect(await story.newestBill(subscription)).toMatchObject({
      period: [instant('2027-07-01'), instant('2027-08-01')],
      fees: [
        ['subscription', 3000, 600, '31/31'],
        ['charge', 400, 80],
      ],
      total: 4080,
    });
    await payNewest(subscription);

    await story.moveTo('2027-07-20T15:00');
    await story.use(subscription, 'calls', '5', '2027-07-20T14:59:59');
    const before = (await story.kinds()).length;
    await story.organization.delete(`/v1/subscriptions/${subscription.id}`).expect(204);
    expect((await story.kinds()).slice(before)).toEqual([
      'invoice.created',
      'invoice.finalized',
      'invoice.paid',
      'credit_note.created',
      'credit_note.finalized',
      'subscription.terminated',
    ]);
    // 11 of 31 days are 1064.5, plus 20 % tax.
    const invoices = await story.invoices(subscription);
    expect(await creditNotes()).toMatchObject([
      {
        invoice_id: invoices[1]?.id,
        status: 'finalized',
        reason: 'order_change',
        taxes_amount_cents: 213,
        total_amount_cents: 1278,
        credit_amount_cents: 1278,
        balance_amount_cents: 678,
      },
    ]);
    expect(await story.newestBill(subscription)).toEqual({
      status: 'paid',
      period: [instant('2027-07-01'), instant('2027-07-20T15:00')],
      fees: [['charge', 500, 100]],
      credit: 600,
      total: 0,
      issued: '2027-07-20',
      due: '2027-08-19',
    });
    expect(emittedKinds(await story.moveTo('2027-08-02'))).toEqual([]);
  });

  it('an upgrade bills its day at the price of the new plan, and the new invoice uses the credit', async () => {
    await story.moveTo('2027-09-01');
    const small = await story.plan({ pay_in_advance: true });
    const large = await story.plan({ amount_cents: 6000, pay_in_advance: true });
    const subscription = await story.subscribe(small);
    await story.moveTo('2027-09-11T18:00');
    const path = `/v1/subscriptions/${subscription.id}/change_plan_preview`;
    const preview = await story.organization.post(path, { plan_id: large.id }).expect(200);
    expect(preview.body).toMatchObject({
      change: 'upgrade',
      effective_at: instant('2027-09-11T18:00'),
      period: { from: instant('2027-09-11'), to: instant('2027-10-01') },
      fee_amount_cents: 4000,
      credit_amount_cents: 2000,
      invoices: [{ fees_amount_cents: 4000, taxes_amount_cents: 800, total_amount_cents: 4800 }],
    });
    await payNewest(subscription);
    const before = (await story.kinds()).length;
    await story.change(subscription.id, { plan_id: large.id });
    expect((await story.kinds()).slice(before)).toEqual([
      'subscription.plan_changed',
      'invoice.created',
      'invoice.finalized',
      'credit_note.created',
      'credit_note.finalized',
    ]);
    expect(await story.newestBill(subscription)).toMatchObject({
      fees: [['subscription', 4000, 800, '20/30']],
      credit: 2400,
      total: 2400,
    });

    // Another change on the same day credits the whole second fee.
    await payNewest(subscription);
    const yearly = await story.plan({ interval: 'yearly', amount_cents: 365_000, pay_in_advance: true });
    await story.change(subscription.id, { plan_id: yearly.id });
    expect(await story.newestBill(subscription)).toMatchObject({
      period: [instant('2027-09-11'), instant('2028-01-01')],
      fees: [['subscription', 112_000, 22_400, '112/365']],
      credit: 4800,
    });
    await story.moveTo('2028-01-01');
    expect(await story.newestBill(subscription)).toMatchObject({
      fees: [['subscription', 365_000, 73_000, '366/366']],
      credit: 0,
    });
  });

  const pay = (of: TestOrganization, invoice_id: string, amount_cents: number): Promise<unknown> =>
    aPaymentByHand(of, { invoice_id }, amount_cents);
  const payNewest = async (subscription: { id: string }): Promise<void> => {
    const { id, amount_due_cents } = await newest(subscription);
    await pay(story.organization, id, amount_due_cents);
  };
  const newest = async (subscription: { id: string }): Promise<InvoiceBody> => {
    const invoice = (await story.invoices(subscription)).at(-1);
    if (invoice === undefined) throw new Error('The subscription has no invoice');
    return invoice;
  };

  it('the unused part reduces the amount due on the unpaid invoice, and only the rest is credit', async () => {
    await story.moveTo('2028-03-01');
    const plan = await story.plan({ amount_cents: 3100, pay_in_advance: true });
    const large = await story.plan({ amount_cents: 6200, pay_in_advance: true });
    const upgraded = await story.subscribe(plan);
    const ended = await story.subscribe(plan, { ending_at: instant('2028-03-16T12:00') });
    await pay(story.organization, (await newest(ended)).id, 3000);
    const customer = await story.customer();
    const currency = { currency: 'USD', granted_credits: '37.2' };
    await aWallet(story.organization, { customer_id: customer.id, ...currency });
    const prepaid = await story.subscribe(plan, { customer_id: customer.id });
    await story.moveTo('2028-03-16T12:00');
    await story.change(upgraded.id, { plan_id: large.id });
    await story.organization.delete(`/v1/subscriptions/${prepaid.id}`).expect(204);

    // 16 of 31 days with the taxes of 20 %: the day of the upgrade belongs to the new plan.
    const [first, second] = await story.invoices(upgraded);
    expect(first).toMatchObject({ offset_amount_cents: 1920, amount_due_cents: 1800, status: 'finalized' });
    expect(second).toMatchObject({ fees_amount_cents: 3200, credit_notes_amount_cents: 0 });
    // 15 of 31 days; of 37.20 only 7.20 are due.
    expect((await story.invoices(ended))[0]).toMatchObject({ status: 'paid', offset_amount_cents: 720 });
    const splits = (await creditNotes('order_by=created_at:asc')).map((it) => [
      it.invoice_id,
      it.offset_amount_cents,
      it.credit_amount_cents,
      it.issuing_date,
    ]);
    expect(splits).toEqual([
      [(await story.invoices(ended))[0]?.id, 720, 1080, '2028-03-16'],
      [first?.id, 1920, 0, '2028-03-16'],
      // The wallet has paid the whole invoice.
      [(await story.invoices(prepaid))[0]?.id, 0, 1800, '2028-03-16'],
    ]);
    expect(await bodyOf(story.organization.get('/v1/reconciliation'))).toMatchObject({ agrees: true });
  });

  it('a credit note on a draft is finalized with it, and its credit pays the draft that is finalized next', async () => {
    await story.moveTo('2028-05-01');
    await anEndpoint(story.organization, undefined, { event_types: ['invoice.*', 'credit_note.*'] });
    const customer = await story.customer({ invoice_grace_period: 9, timezone: 'Pacific/Auckland' });
    const plan = await story.plan({ amount_cents: 3100, pay_in_advance: true });
    const [first, second] = [
      await story.subscribe(plan, { customer_id: customer.id, billing_time: 'anniversary' }),
      await story.subscribe(plan, { customer_id: customer.id, billing_time: 'anniversary' }),
    ];
    // 12:00 in Auckland on 2 May
    await story.moveTo('2028-05-02');
    const path = `/v1/subscriptions/${first.id}?on_termination_action=skip&on_termination_credit_note=credit`;
    await story.organization.delete(path).expect(204);
    const [draft] = await creditNotes();
    expect(draft).toMatchObject({ status: 'draft', issuing_date: null, balance_amount_cents: 0 });
    const amount = draft?.credit_amount_cents;

    // Both drafts are due at midnight in Auckland.
    await story.moveTo('2028-05-09T12:00');

    const deliveries = await bodyOf<{ webhook_type: string }[]>(
      story.organization.get('/v1/webhook_endpoints/hooks/list?order_by=created_at:asc'),
    );
    expect(deliveries.map((it) => it.webhook_type)).toEqual([
      'invoice.created',
      'invoice.created',
      'credit_note.created',
      'invoice.finalized',
      'credit_note.finalized',
      'invoice.finalized',
    ]);
    const [final] = await creditNotes();
    expect(final).toMatchObject({ status: 'finalized', issuing_date: '2028-05-10', balance_amount_cents: 0 });
    expect(final?.number).toBe(`${(await newest(first)).number ?? ''}-CN1`);
    expect(await newest(second)).toMatchObject({ credit_notes_amount_cents: amount });
    expect(amount).toBeGreaterThan(0);
  });

  /** What happens to the invoice of 31.00 before the upgrade on the 17th, and the credit before taxes that is right. */
  const STATES: Record<string, [(of: TestOrganization, invoice: InvoiceBody) => Promise<unknown>, number]> = {
    unpaid: [() => Promise.resolve(), 1500],
    'paid in part': [(of, { id }) => pay(of, id, 1000), 1500],
    paid: [(of, { id, amount_due_cents }) => pay(of, id, amount_due_cents), 1500],
    voided: [(of, { id }) => bodyOf(of.post(`/v1/invoices/${id}/void`)), 0],
    'credited in part': [(of, it) => aCreditNote(of, it, { amounts: [600] }), 900],
    'credited in part by a draft': [
      (of, it) => aCreditNote(of, it, { amounts: [600], finalize: false }),
      900,
    ],
    'credited twice': [
      async (of, it) => [
        await aCreditNote(of, it, { amounts: [600] }),
        await aCreditNote(of, it, { amounts: [899] }),
      ],
      1,
    ],
    'credited by a voided note': [
      async (of, it) => {
        const { id } = await aCreditNote(of, it, { amounts: [600] });
        await bodyOf(of.post(`${CREDIT_NOTES}/${id}/void`));
      },
      1500,
    ],
    'credited by as much as is unused': [(of, it) => aCreditNote(of, it, { amounts: [1500] }), 0],
    'credited by more than is unused': [(of, it) => aCreditNote(of, it, { amounts: [2000] }), 0],
    'credited whole': [(of, it) => aCreditNote(of, it, { amounts: [3100] }), 0],
  };
  it('the unused part is credited less what was credited before, and the preview of an upgrade shows the same', async () => {
    await story.moveTo('2028-07-01');
    const small = await story.plan({ amount_cents: 3100, pay_in_advance: true });
    const large = await story.plan({ amount_cents: 6200, pay_in_advance: true });
    const started = [];
    for (const [state, [prepare, credit]] of Object.entries(STATES)) {
      const { id } = await story.subscribe(small);
      const invoice = await newest({ id });
      await prepare(story.organization, invoice);
      started.push({ state, id, invoiceId: invoice.id, credit });
    }
    const draft = await story.subscribe(small, {
      customer_id: (await story.customer({ invoice_grace_period: 20 })).id,
    });
    started.push({ state: 'a draft', id: draft.id, invoiceId: (await newest(draft)).id, credit: 1500 });
    await story.moveTo('2028-07-17T12:00');

    for (const { state, id, invoiceId, credit } of started) {
      const path = `/v1/subscriptions/${id}/change_plan_preview`;
      const preview = await bodyOf(story.organization.post(path, { plan_id: large.id }));
      await story.change(id, { plan_id: large.id });
      const notes = (await creditNotes(`invoice_id=${invoiceId}`)).filter(
        (it) => it.reason === 'order_change',
      );
      const given = notes.flatMap((it) => it.items.map((item) => item.amount_cents));
      expect({ state, preview, given }).toMatchObject({
        state,
        preview: { credit_amount_cents: credit },
        given: credit === 0 ? [] : [credit],
      });
    }
    expect(await bodyOf(story.organization.get('/v1/reconciliation'))).toMatchObject({ agrees: true });
  });
});
