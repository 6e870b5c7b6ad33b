import { BillingStory, instant } from '../../support/billing-story';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf, wrongFieldsOf, type SubscriptionBody } from '../../support/wire';

/** A month that is extended to the end of its subscription on the next 1st. */
describe('scheduled ends', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  const organization = useOrganization(app);
  const story = new BillingStory(app, organization);
  let year = 2030;

  beforeEach(async () => {
    year += 1;
    await story.moveTo(on('06-01'));
  });

  it('usage of the day to which the period is extended is on the last invoice', async () => {
    const subscription = await metered({ ending_at: instant(on('07-01T18:00')) });
    await story.moveTo(on('07-01T09:00'));
    await story.use(subscription, 'calls', '5', on('07-01T08:00'));
    expect(await currentUsage(subscription)).toMatchObject({
      amount_cents: 500,
      to: instant(on('07-01T18:00')),
    });
    await story.moveTo(on('07-01T18:00'));
    expect(await story.subscription(subscription.id)).toMatchObject({ status: 'terminated' });
    const invoices = await story.invoices(subscription);
    expect(invoices.map((it) => it.fees.map((fee) => fee.amount_cents))).toEqual([[3000, 500]]);
  });

  it('an end that is withdrawn on its day begins the period that it had held back', async () => {
    const subscription = await metered({ ending_at: instant(on('07-01T18:00')) });
    await story.use(subscription, 'calls', '1', on('06-01'));
    await story.moveTo(on('07-01T09:00'));
    await story.use(subscription, 'calls', '5', on('07-01T08:00'));
    await story.change(subscription.id, { ending_at: null });
    await story.moveTo(on('07-02'));
    expect(await story.subscription(subscription.id)).toMatchObject({
      status: 'active',
      current_period: { from: instant(on('07-01')), to: instant(on('08-01')) },
    });
    const [june] = await story.invoices(subscription);
    expect(june?.fees.map((it) => it.amount_cents)).toEqual([3000, 100]);
    expect(await currentUsage(subscription)).toMatchObject({ amount_cents: 500 });
  });

  it('an end that is set later extends the running period', async () => {
    const subscription = await metered();
    const ending_at = instant(on('07-01T18:00'));
    expect(await story.change(subscription.id, { ending_at })).toMatchObject({
      current_period: { to: ending_at },
    });
    await story.moveTo(on('07-01T19:00'));
    expect(await story.invoices(subscription)).toHaveLength(1);
    const path = `/v1/subscriptions/${subscription.id}/billing_period?at=`;
    expect(await bodyOf(organization.get(path + instant(on('06-15'))))).toMatchObject({
      current: { from: instant(on('06-01')), to: ending_at },
    });
  });

  it('a cancellation keeps its date through a change to shorter periods', async () => {
    const yearly = await story.plan({ interval: 'yearly', amount_cents: 36500 });
    const subscription = await story.subscribe(yearly);
    const promised = instant(`${year + 1}-01-01`);
    expect(await bodyOf(organization.post(`/v1/subscriptions/${subscription.id}/cancel`))).toMatchObject({
      cancels_at: promised,
    });
    const monthly = await story.plan({ amount_cents: 4000 });
    await story.change(subscription.id, { plan_id: monthly.id });
    await story.moveTo(on('12-31T23:00'));
    expect(await story.subscription(subscription.id)).toMatchObject({
      status: 'active',
      cancels_at: promised,
    });
    await story.moveTo(`${year + 1}-01-01`);
    expect(await story.subscription(subscription.id)).toMatchObject({ status: 'canceled' });
  });

  it('a subscription that has ended takes no usage thresholds', async () => {
    const active = await metered();
    const pending = await story.subscribe({ id: active.plan_id }, { subscription_at: instant(on('08-01')) });
    await organization.delete(`/v1/subscriptions/${active.id}`).expect(204);
    const threshold = (id: string) =>
      organization.post(`/v1/subscriptions/${id}/usage_thresholds`, { amount_cents: 5 });
    await problemOf(threshold(active.id), 400, 'invalid_state');
    await threshold(pending.id).expect(201);
    await organization.post(`/v1/subscriptions/${pending.id}/cancel`).expect(200);
    await problemOf(threshold(pending.id), 400, 'invalid_state');
  });

  it('a billing period before the first one is refused with 422', async () => {
    const { id } = await metered();
    const path = `/v1/subscriptions/${id}/billing_period`;
    expect(await wrongFieldsOf(organization.get(`${path}?at=2001-01-01T00:00:00Z`))).toEqual(['at']);
    const pending = await story.subscribe(await story.plan(), { subscription_at: instant(on('08-15')) });
    const first = await bodyOf(organization.get(`/v1/subscriptions/${pending.id}/billing_period`));
    expect(first).toMatchObject({ current: { from: instant(on('08-15')) } });
  });

  function on(day: string): string {
    return `${year}-${day}`;
  }

  async function metered(fields: object = {}): Promise<SubscriptionBody> {
    return story.subscribe(await story.plan({ charges: [await story.charge('calls', '1')] }), fields);
  }

  function currentUsage({ id, customer_id }: SubscriptionBody): Promise<object> {
    return bodyOf(organization.get(`/v1/customers/${customer_id}/current_usage?subscription_id=${id}`));
  }
});
