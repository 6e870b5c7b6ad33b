import { BillingStory, instant } from '../support/billing-story';
import type { SubscriptionBody } from '../support/subscription-wire';
import { useTestApp } from '../support/use-test-app';
import { bodyOf } from '../support/wire';

const LEVEL = { aggregation_type: 'sum', recurring: true };

/** A month that is extended to the end of its subscription on the next 1st. */
describe('scheduled ends', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  let story: BillingStory;
  let month = -2; // so that each test begins with a quarter

  /** Returns an instant in the month of the test, or in a later one. */
  const on = (day: string, later = 0): string =>
    `${new Date(Date.UTC(2031, month - 1 + later)).toISOString().slice(0, 8)}${day}`;
  const end = (): string => instant(on('01T18:00', 1));
  const metered = async (fields: object = {}, terms: object = {}): Promise<SubscriptionBody> =>
    story.subscribe(await story.plan({ charges: [await story.charge('calls', '1')], ...terms }), fields);
  const feesOf = async (subscription: { id: string }): Promise<number[][]> =>
    (await story.invoices(subscription)).map((it) => it.fees.map((fee) => fee.amount_cents));
  const usageOf = ({ id, customer_id }: SubscriptionBody): Promise<object> =>
    bodyOf(story.organization.get(`/v1/customers/${customer_id}/current_usage?subscription_id=${id}`));
  const periodAt = (id: string, at: string): Promise<object> =>
    bodyOf(story.organization.get(`/v1/subscriptions/${id}/billing_period?at=${instant(at)}`));
  const reconciliation = (): Promise<object> => bodyOf(story.organization.get('/v1/reconciliation'));

  beforeEach(async () => {
    story = await BillingStory.begin(app);
    month += 3;
    await story.moveTo(on('01'));
  });

  it('usage on the day to which the period is extended is on the last invoice', async () => {
    const subscription = await metered({ ending_at: end() });
    await story.moveTo(on('01T09:00', 1));
    await story.use(subscription, 'calls', '5', on('01T08:00', 1));
    expect(await usageOf(subscription)).toMatchObject({ amount_cents: 500, to: end() });
    await story.moveTo(end());
    expect(await story.subscription(subscription.id)).toMatchObject({ status: 'terminated' });
    expect(await feesOf(subscription)).toEqual([[3000, 500]]);
  });

  it('an end that is removed on its day begins the period that it held back', async () => {
    const subscription = await metered({ ending_at: end() }, { pay_in_advance: true });
    await story.use(subscription, 'calls', '1', on('01'));
    await story.moveTo(on('01T09:00', 1));
    await story.use(subscription, 'calls', '5', on('01T08:00', 1));
    expect(await feesOf(subscription)).toEqual([[3000]]);
    expect(await story.change(subscription.id, { ending_at: null })).toMatchObject({
      status: 'active',
      current_period: { from: instant(on('01', 1)), to: instant(on('01', 2)) },
    });
    expect(await feesOf(subscription)).toEqual([[3000], [3000, 100]]);
    expect(await usageOf(subscription)).toMatchObject({ amount_cents: 500 });
  });

  it('an end that is set later extends the running period, and an earlier end shortens it', async () => {
    const subscription = await metered({}, { pay_in_advance: true });
    expect(await story.change(subscription.id, { ending_at: end() })).toMatchObject({
      current_period: { to: end() },
    });
    expect(await periodAt(subscription.id, on('01T12:00', 1))).toMatchObject({
      current: { from: instant(on('01')), to: end() },
    });
    await story.moveTo(on('01T09:00', 1));
    await story.use(subscription, 'calls', '2', on('01T09:04', 1));
    await story.change(subscription.id, { ending_at: instant(on('01T09:02', 1)) });
    await story.moveTo(on('01T10:00', 1));
    expect(await story.subscription(subscription.id)).toMatchObject({ status: 'terminated' });
    // The usage is dated after the end.
    expect(await feesOf(subscription)).toEqual([[3000], []]);
  });

  it('a downgrade that would take effect on the last day is left out', async () => {
    const subscription = await metered({ ending_at: end() });
    const small = await story.plan({ amount_cents: 1000 });
    await story.change(subscription.id, { plan_id: small.id });
    await story.moveTo(end());
    expect(await story.subscription(subscription.id)).toMatchObject({
      status: 'terminated',
      next_plan_id: null,
    });
    expect(await feesOf(subscription)).toEqual([[3000]]);
  });

  it.each(['monthly', 'yearly'])(
    'a plan in advance (%s) that takes over on the last day bills usage only',
    async (interval) => {
      const advance = await story.plan({
        ...{ interval, amount_cents: 60_000, pay_in_advance: true, trial_period_days: 0 },
        charges: [await story.charge('calls', '2')],
      });
      const subscription = await story.subscribe(await story.plan({ pay_in_advance: true }), {
        ending_at: end(),
      });
      await story.moveTo(on('01T09:00', 1));
      await story.change(subscription.id, { plan_id: advance.id });
      await story.use(subscription, 'calls', '5', on('01T09:00', 1));
      expect(await periodAt(subscription.id, on('01T09:00', 1))).toMatchObject({
        current: { from: instant(on('01', 1)), to: end() },
      });
      expect(await reconciliation()).toMatchObject({ agrees: true });
      await story.moveTo(end());
      expect(await feesOf(subscription)).toEqual([[3000], [1000]]);
      expect(await reconciliation()).toMatchObject({ agrees: true });
    },
  );

  it('a plan in advance that took over on the last day bills the next period once the end is removed', async () => {
    const seats = await story.chargeFor({ code: 'seats', ...LEVEL }, 'standard', { amount: '5' });
    const advance = await story.plan({ amount_cents: 6000, pay_in_advance: true, charges: [seats] });
    const subscription = await story.subscribe(await story.plan({ charges: [seats] }), { ending_at: end() });
    await story.use(subscription, 'seats', '10', on('01'));
    await story.moveTo(on('01T09:00', 1));
    await story.change(subscription.id, { plan_id: advance.id });
    // The plan in force at the end of the period bills its level.
    expect(await feesOf(subscription)).toEqual([[3000]]);
    expect(await story.change(subscription.id, { ending_at: null })).toMatchObject({
      current_period: { from: instant(on('01', 1)), to: instant(on('01', 2)) },
    });
    expect(await feesOf(subscription)).toEqual([[3000], [6000, 5000]]);
    expect(await reconciliation()).toMatchObject({ agrees: true });
  });

  it.each(['01', '01T09:00'])(
    'a change of plan and end at %s begins a new billing period, without the weighted sums of the last',
    async (when) => {
      const storage = { code: 'storage', aggregation_type: 'weighted_sum' };
      const charges = [
        await story.chargeFor(storage, 'standard', { amount: '1' }),
        {
          ...(await story.chargeFor({ code: 'seats', ...LEVEL }, 'standard', { amount: '5' })),
          prorated: true,
        },
      ];
      const subscription = await story.subscribe(await story.plan({ amount_cents: 0, charges }), {
        ending_at: end(),
      });
      await story.use(subscription, 'storage', '100', on('01'));
      await story.use(subscription, 'seats', '10', on('01'));
      await story.moveTo(on(when, 1));
      // The day of the change belongs to the new plan.
      await story.use(subscription, 'seats', '1', on('01', 1));
      const weekly = await story.plan({ interval: 'weekly', amount_cents: 0, charges });
      await story.change(subscription.id, { plan_id: weekly.id, ending_at: null });
      expect((await feesOf(subscription)).map((it) => it.filter((cents) => cents > 0))).toEqual([
        [10_000, 5000],
      ]);
      await story.moveTo(on('09', 1));
      const [, week] = await story.invoices(subscription);
      expect(week?.fees.filter((it) => it.type === 'charge').map((it) => it.billable_metric_code)).toEqual([
        'seats',
      ]);
    },
  );

  it('no fee in advance is missed for plans of the last day, once the subscription goes on', async () => {
    const terms = { amount_cents: 60_000, pay_in_advance: true };
    const advance = await story.plan(terms);
    const year = await story.plan({ ...terms, amount_cents: 800_000, interval: 'yearly' });
    const years = await story.plan({ ...terms, amount_cents: 900_000, interval: 'yearly' });
    const small = await story.plan({ amount_cents: 1000 });
    const days = new Date(Date.UTC(2031, month, 0)).getUTCDate();
    const tried = await story.plan({ pay_in_advance: true, trial_period_days: days });
    const plan = await story.plan();
    const goOn = { ending_at: null };
    const later = { ending_at: instant(on('20', 1)) };
    const stories = [
      [plan, [advance], { plan_id: year.id, ...goOn }],
      [plan, [advance], { plan_id: year.id, ...later }],
      [plan, [year], { plan_id: years.id, ...goOn }],
      [plan, [year, years], goOn],
      [plan, [advance, year, small], goOn],
      [tried, [], { plan_id: year.id, ...goOn }],
    ] as const;
    await story.moveTo(on('01T02:00'));
    const subscriptions = await Promise.all(
      stories.map(([first]) => story.subscribe(first, { ending_at: end() })),
    );
    for (const [place, hour] of ['05', '06', '07'].entries()) {
      await story.moveTo(on(`01T${hour}:00`, 1));
      for (const [index, { id }] of subscriptions.entries()) {
        const next = stories[index]?.[1][place];
        if (next !== undefined) await story.change(id, { plan_id: next.id });
      }
    }
    await story.moveTo(on('01T08:00', 1));
    for (const [index, { id }] of subscriptions.entries()) await story.change(id, stories[index]?.[2] ?? {});
    expect(await reconciliation()).toMatchObject({ agrees: true });
    await story.moveTo(on('01', 2));
    expect(await reconciliation()).toMatchObject({ agrees: true });
  });

  it('a cancellation keeps its date through a change to shorter periods, unless it is withdrawn', async () => {
    const quarterly = await story.plan({ interval: 'quarterly', amount_cents: 9000 });
    const monthly = await story.plan({ amount_cents: 4000, pay_in_advance: true });
    const [canceled, kept] = [await story.subscribe(quarterly), await story.subscribe(quarterly)];
    const promised = instant(on('01', 3));
    for (const { id } of [canceled, kept]) {
      const answer = await bodyOf(story.organization.post(`/v1/subscriptions/${id}/cancel`));
      expect(answer).toMatchObject({ cancels_at: promised });
      expect(await story.change(id, { plan_id: monthly.id })).toMatchObject({
        plan_id: monthly.id,
        cancels_at: promised,
      });
    }
    await story.organization.delete(`/v1/subscriptions/${kept.id}/cancel`).expect(204);
    await story.moveTo(on('30T23:59', 2));
    expect(await story.subscription(canceled.id)).toMatchObject({ status: 'active', cancels_at: promised });
    await story.moveTo(promised);
    expect(await story.subscription(canceled.id)).toMatchObject({ status: 'canceled', cancels_at: null });
    expect(await story.subscription(kept.id)).toMatchObject({ status: 'active', cancels_at: null });
    expect(await feesOf(canceled)).toEqual([[4000], [4000], [4000], []]);
  });

  it('usage at exactly the scheduled end is not billed, in the course of a period as at its end', async () => {
    const plan = await story.plan({ charges: [await story.charge('calls', '1')] });
    const ends = [on('11'), on('01', 1)];
    const subscriptions = await Promise.all(
      ends.map((it) => story.subscribe(plan, { ending_at: instant(it) })),
    );
    for (const subscription of subscriptions) {
      const endingAt = Date.parse(subscription.ending_at ?? '');
      await story.moveTo(new Date(endingAt - 60_000).toISOString());
      await story.use(subscription, 'calls', '2', new Date(endingAt).toISOString());
      await story.use(subscription, 'calls', '1', new Date(endingAt - 1).toISOString());
    }
    await story.moveTo(on('01', 1));
    for (const it of subscriptions) expect(await feesOf(it)).toEqual([[expect.any(Number), 100]]);
  });
});
