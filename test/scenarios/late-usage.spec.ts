import { BillingStory, instant, summaryOf, emittedKinds } from '../support/billing-story';
import { useTestApp } from '../support/use-test-app';
import type { InvoiceBody } from '../support/invoice-wire';
import { bodyOf } from '../support/wire';

/** With a grace period of five days, late usage changes the draft; usage after finalization is stored, not billed. */
describe('late usage', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });

  it('late usage is billed while the invoice is a draft, and only stored after finalization', async () => {
    const story = await BillingStory.begin(app);
    await story.tax('20');
    await story.moveTo('2027-01-01');
    const customer = await story.customer({ invoice_grace_period: 5, net_payment_term: 10 });
    const plan = await story.plan({ charges: [await story.charge('calls', '0.10')] });
    const subscription = await story.subscribe(plan, { customer_id: customer.id });
    await story.moveTo('2027-01-20');
    await story.use(subscription, 'calls', '100', '2027-01-10');

    expect(emittedKinds(await story.moveTo('2027-02-01'))).toEqual([
      '2027-02-01T00:00:00.000Z invoice.created',
    ]);
    const [draft] = await story.invoices(subscription);
    const shown = (): Promise<InvoiceBody> =>
      bodyOf(story.organization.get(`/v1/invoices/${draft?.id ?? ''}`));
    const january = {
      status: 'draft',
      period: [instant('2027-01-01'), instant('2027-02-01')],
      fees: [
        ['subscription', 3000, 600, '31/31'],
        ['charge', 1000, 200],
      ],
      credit: 0,
      total: 4800,
      issued: '2027-02-06',
      due: '2027-02-16',
    };
    expect(summaryOf(await shown())).toEqual(january);
    expect(await shown()).toMatchObject({ number: null, finalized_at: null });

    await story.moveTo('2027-02-03T12:00');
    const inGrace = await story.report(subscription, 'calls', { value: '50' }, '2027-01-31T23:59:59.999Z');
    expect(inGrace.late).toBe(false);
    await story.use(subscription, 'calls', '7', '2027-02-01');
    const recomputed = [
      ['subscription', 3000, 600, '31/31'],
      ['charge', 1500, 300],
    ];
    expect(summaryOf(await shown())).toEqual({ ...january, fees: recomputed, total: 5400 });
    expect((await shown()).fees[1]).toMatchObject({ units: '150', events_count: 2, unit_amount: '0.1' });

    // Nothing reads the draft after this usage is reported, so finalization itself must include the usage.
    await story.moveTo('2027-02-05T23:59');
    await story.use(subscription, 'calls', '20', '2027-01-31');
    expect(emittedKinds(await story.moveTo('2027-02-06'))).toEqual([
      '2027-02-06T00:00:00.000Z invoice.finalized',
    ]);
    const final = await shown();
    expect(summaryOf(final)).toEqual({
      ...january,
      status: 'finalized',
      fees: [
        ['subscription', 3000, 600, '31/31'],
        ['charge', 1700, 340],
      ],
      total: 5640,
    });
    expect(final).toMatchObject({ number: expect.stringMatching(/-001$/) as string });
    expect(final.finalized_at).toBe(instant('2027-02-06'));

    const late = await story.report(subscription, 'calls', { value: '1000' }, '2027-01-15');
    expect(late).toMatchObject({ late: true, timestamp: instant('2027-01-15') });
    expect(late).toMatchObject({ charged: false, not_charged_reason: 'late' });
    expect(await bodyOf(story.organization.get(`/v1/events/${late.id}`))).toEqual(late);
    expect(await shown()).toEqual(final);

    expect(emittedKinds(await story.moveTo('2027-03-06'))).toEqual([
      '2027-03-01T00:00:00.000Z invoice.created',
      '2027-03-06T00:00:00.000Z invoice.finalized',
    ]);
    expect(await story.newestBill(subscription)).toMatchObject({
      period: [instant('2027-02-01'), instant('2027-03-01')],
      fees: [
        ['subscription', 3000, 600, '28/28'],
        ['charge', 70, 14],
      ],
      total: 3684,
    });
    expect(await shown()).toEqual({ ...final, payment_overdue: true, updated_at: instant('2027-02-17') });
    expect(await story.kinds()).toEqual([
      'subscription.created',
      'subscription.started',
      'invoice.created',
      'invoice.finalized',
      'invoice.created',
      'invoice.finalized',
    ]);
    const totals = (await story.events()).slice(2).map(({ object }) => object.total_amount_cents);
    expect(totals).toEqual([4800, 5640, 3684, 3684]);
  });
});
