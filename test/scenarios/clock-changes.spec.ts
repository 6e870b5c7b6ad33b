import { BillingStory, instant, emittedKinds } from '../support/billing-story';
import { useTestApp } from '../support/use-test-app';

/** Billing periods that contain a day of 23 or 25 hours. */
describe('daylight saving time', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  let story: BillingStory;

  beforeEach(async () => {
    story = await BillingStory.begin(app);
  });

  it('a clock change neither adds nor removes a billed day', async () => {
    const plan = await story.plan({ charges: [await story.charge('calls', '1')] });
    const begin = async (timezone: string, at: string) => {
      await story.moveTo(at);
      return story.subscribe(plan, { customer_id: (await story.customer({ timezone })).id });
    };
    // 14 March 2027, 01:30, half an hour before the clocks go forward.
    const newYork = await begin('America/New_York', '2027-03-14T06:30');
    expect(newYork.current_period).toEqual({
      from: instant('2027-03-14T05:00'),
      to: instant('2027-04-01T04:00'),
    });
    // 1 April in Auckland; on the 4th the clocks go back.
    const auckland = await begin('Pacific/Auckland', '2027-03-31T11:00');
    expect(auckland.current_period).toEqual({
      from: instant('2027-03-31T11:00'),
      to: instant('2027-04-30T12:00'),
    });

    await story.moveTo('2027-04-01T03:59:59.999Z');
    await story.use(newYork, 'calls', '1', '2027-04-01T03:59:59.999Z');
    await story.use(newYork, 'calls', '10', '2027-04-01T04:00');
    expect(emittedKinds(await story.moveTo('2027-04-01T04:00'))).toEqual([
      '2027-04-01T04:00:00.000Z invoice.created',
      '2027-04-01T04:00:00.000Z invoice.finalized',
    ]);
    // 18 of 31 days: 1741.9.
    expect(await story.newestBill(newYork)).toMatchObject({
      period: [instant('2027-03-14T05:00'), instant('2027-04-01T04:00')],
      fees: [
        ['subscription', 1742, 0, '18/31'],
        ['charge', 100, 0],
      ],
      issued: '2027-04-01',
      due: '2027-05-01',
    });

    expect(emittedKinds(await story.moveTo('2027-05-01T04:00'))).toEqual([
      '2027-04-30T12:00:00.000Z invoice.created',
      '2027-04-30T12:00:00.000Z invoice.finalized',
      '2027-05-01T04:00:00.000Z invoice.created',
      '2027-05-01T04:00:00.000Z invoice.finalized',
    ]);
    expect(await story.newestBill(auckland)).toMatchObject({
      fees: [['subscription', 3000, 0, '30/30']],
      issued: '2027-05-01',
      due: '2027-05-31',
    });
    expect(await story.newestBill(newYork)).toMatchObject({
      fees: [
        ['subscription', 3000, 0, '30/30'],
        ['charge', 1000, 0],
      ],
    });
  });

  it('weekly periods keep their weekday and a trial keeps its local hour', async () => {
    await story.moveTo('2027-10-30T16:00');
    const customer = await story.customer({ timezone: 'America/New_York' });
    const plan = await story.plan({
      interval: 'weekly',
      amount_cents: 700,
      pay_in_advance: true,
      trial_period_days: 9,
    });
    // Saturday, 30 October, 12:00; the clocks go back on 7 November.
    const subscription = await story.subscribe(plan, {
      customer_id: customer.id,
      billing_time: 'anniversary',
    });
    expect(subscription).toMatchObject({
      trial_ends_at: instant('2027-11-08T17:00'),
      current_period: { from: instant('2027-10-30T04:00'), to: instant('2027-11-06T04:00') },
    });
    await story.moveTo('2027-11-08T17:00');
    expect(await story.newestBill(subscription)).toMatchObject({
      period: [instant('2027-11-06T04:00'), instant('2027-11-13T05:00')],
      // Monday to Friday are billed.
      fees: [['subscription', 500, 0, '5/7']],
      issued: '2027-11-08',
    });
    await story.moveTo('2027-11-13T05:00');
    expect(await story.newestBill(subscription)).toMatchObject({
      period: [instant('2027-11-13T05:00'), instant('2027-11-20T05:00')],
      fees: [['subscription', 700, 0, '7/7']],
    });
  });

  it('a new time zone of the customer applies starting with the next billing period', async () => {
    await story.moveTo('2027-12-01T12:00');
    const customer = await story.customer({ timezone: 'Europe/Paris' });
    const subscription = await story.subscribe(await story.plan(), { customer_id: customer.id });
    await story.organization.put(`/v1/customers/${customer.id}`, { timezone: 'Asia/Tokyo' }).expect(200);
    await story.moveTo('2028-03-01');
    const periods = (await story.invoices(subscription)).map((it) => [
      it.billing_period?.from,
      it.billing_period?.to,
      it.total_amount_cents,
    ]);
    expect(periods).toEqual([
      [instant('2027-11-30T23:00'), instant('2027-12-31T23:00'), 3000],
      [instant('2027-12-31T23:00'), instant('2028-01-31T15:00'), 3000],
      [instant('2028-01-31T15:00'), instant('2028-02-29T15:00'), 3000],
    ]);
  });

  it('every day is billed once when the customer or the organization moves west or east', async () => {
    await story.moveTo('2028-06-01');
    const moves = await Promise.all(
      ['America/New_York', 'Asia/Tokyo', null].map(async (timezone) => {
        const own = timezone === null ? await BillingStory.begin(app) : story;
        const customer = await own.customer();
        const plans = [true, false].map((pay_in_advance) => own.plan({ amount_cents: 3100, pay_in_advance }));
        const path = timezone === null ? 'organizations/current' : `customers/${customer.id}`;
        const move = () =>
          own.organization.put(`/v1/${path}`, { timezone: timezone ?? 'America/New_York' }).expect(200);
        const subscribe = async (plan: Promise<{ id: string }>, billing_time: string) =>
          own.subscribe(await plan, { customer_id: customer.id, billing_time });
        const subscriptions = ['calendar', 'anniversary'].flatMap((time) =>
          plans.map((plan) => subscribe(plan, time)),
        );
        return { own, move, subscriptions: await Promise.all(subscriptions) };
      }),
    );
    await story.moveTo('2028-06-15T12:00');
    for (const { move } of moves) await move();
    await story.moveTo('2028-08-02');
    const whole = [30, 31, 31].map((days) => [3100, days]);
    for (const { own, subscriptions } of moves) {
      for (const [index, subscription] of subscriptions.entries()) {
        const invoices = await own.invoices(subscription);
        const fees = invoices.flatMap((it) => it.fees).map((it) => [it.amount_cents, it.billed_days]);
        expect(fees).toEqual(whole.slice(0, index % 2 === 0 ? 3 : 2));
        const [june, july] = invoices.map((it) => it.billing_period);
        expect(july?.from).toBe(june?.to);
      }
    }
  });
});
