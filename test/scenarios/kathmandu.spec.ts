import { BillingStory, instant, emittedKinds } from '../support/billing-story';
import { useTestApp } from '../support/use-test-app';

/** Local days in Kathmandu begin at 18:15 UTC. */
describe('calendar billing in Kathmandu, started within a period', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  let story: BillingStory;
  let charge: object;
  let customer: { id: string };

  beforeEach(async () => {
    story = await BillingStory.begin(app);
    charge = await story.charge('calls', '0.5');
    customer = await story.customer({ timezone: 'Asia/Kathmandu' });
  });

  const finalizedAt = (...instants: string[]): string[] =>
    instants.flatMap((at) => ['invoice.created', 'invoice.finalized'].map((kind) => `${at} ${kind}`));

  it('weekly periods begin on Monday, local time', async () => {
    // Thursday, 10 June, 01:45 local time.
    await story.moveTo('2027-06-09T20:00');
    const plan = await story.plan({ interval: 'weekly', amount_cents: 700, charges: [charge] });
    const subscription = await story.subscribe(plan, { customer_id: customer.id });
    expect(subscription.current_period).toEqual({
      from: '2027-06-09T18:15:00.000Z',
      to: '2027-06-13T18:15:00.000Z',
    });
    await story.moveTo('2027-06-13T18:14:59.999Z');
    await story.use(subscription, 'calls', '3', '2027-06-13T18:14:59.999Z');
    // The timestamp is ahead of the clock, so the usage counts in the next week.
    await story.use(subscription, 'calls', '5', '2027-06-13T18:15');
    expect(await story.invoices(subscription)).toEqual([]);

    const weeks = await story.moveTo('2027-06-27T18:15');
    expect(emittedKinds(weeks)).toEqual(
      finalizedAt('2027-06-13T18:15:00.000Z', '2027-06-20T18:15:00.000Z', '2027-06-27T18:15:00.000Z'),
    );
    const invoices = await story.invoices(subscription);
    expect(
      invoices.map((it) => [
        it.billing_period?.from,
        it.fees[0]?.billed_days,
        it.fees.map((fee) => fee.amount_cents),
        it.issuing_date,
        it.payment_due_date,
      ]),
    ).toEqual([
      ['2027-06-09T18:15:00.000Z', 4, [400, 150], '2027-06-14', '2027-07-14'],
      ['2027-06-13T18:15:00.000Z', 7, [700, 250], '2027-06-21', '2027-07-21'],
      ['2027-06-20T18:15:00.000Z', 7, [700], '2027-06-28', '2027-07-28'],
    ]);
  });

  it('the first quarterly period begins at the start of the local start day', async () => {
    await story.moveTo('2027-07-15T18:15');
    const plan = await story.plan({ interval: 'quarterly', amount_cents: 9200, charges: [charge] });
    const subscription = await story.subscribe(plan, { customer_id: customer.id });
    expect(subscription.current_period).toEqual({
      from: instant('2027-07-15T18:15'),
      to: instant('2027-09-30T18:15'),
    });
    await story.use(subscription, 'calls', '2', '2027-07-15T18:15');
    expect(emittedKinds(await story.moveTo('2027-12-31T18:15'))).toEqual(
      finalizedAt('2027-09-30T18:15:00.000Z', '2027-12-31T18:15:00.000Z'),
    );
    const [first, second] = await story.invoices(subscription);
    // 16 July to 30 September: 77 of 92 days.
    expect(first).toMatchObject({
      billing_period: { from: instant('2027-07-15T18:15'), to: instant('2027-09-30T18:15') },
      total_amount_cents: 7800,
      issuing_date: '2027-10-01',
      payment_due_date: '2027-10-31',
    });
    expect(first?.fees.map((it) => [it.amount_cents, it.billed_days, it.period_days])).toEqual([
      [7700, 77, 92],
      [100, null, null],
    ]);
    expect(second).toMatchObject({
      billing_period: { from: instant('2027-09-30T18:15'), to: instant('2027-12-31T18:15') },
      total_amount_cents: 9200,
      issuing_date: '2028-01-01',
    });
    expect((await story.subscription(subscription.id)).current_period).toEqual({
      from: instant('2027-12-31T18:15'),
      to: instant('2028-03-31T18:15'),
    });
  });
});
