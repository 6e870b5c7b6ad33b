import { usageEventOf } from '../../support/builders';
import { BillingStory, instant } from '../../support/billing-story';
import type { SubscriptionBody } from '../../support/subscription-wire';
import { useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf, wrongFieldsOf, type PlanBody } from '../../support/wire';

const PATH = '/v1/subscriptions';

interface PassedOver {
  object_type: string;
  object_id: string;
  next_retry_at: string;
}

describe('subscriptions that cannot be billed', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  let month = 0;
  let story: BillingStory;
  let plan: PlanBody;
  let huge: SubscriptionBody;

  /** Usage of `huge` that an invoice cannot carry: 10^14 units at 1000.00. */
  beforeEach(async () => {
    month++;
    story = await BillingStory.begin(app);
    await story.moveTo(day(10));
    plan = await story.plan({ charges: [await story.charge('calls', '1000')] });
    huge = await story.subscribe(plan);
    await story.use(huge, 'calls', '100000000000000', day(10));
  });

  /** Returns a day of the month of the test, or of a later one. */
  const day = (of: number, later = 0): string =>
    new Date(Date.UTC(2030, month + later, of)).toISOString().slice(0, 10);

  async function move(to: string): Promise<PassedOver[]> {
    const now = to.includes('T') ? to : `${to}T00:00:00Z`;
    const moved = bodyOf<{ passed_over: PassedOver[] }>(story.organization.put('/v1/test_clock', { now }));
    return (await moved).passed_over;
  }

  async function mismatches(check = 'subscription_billing'): Promise<unknown> {
    const { checks } = await bodyOf<{ checks: { name: string; mismatches: unknown }[] }>(
      story.organization.get('/v1/reconciliation'),
    );
    return checks.find((it) => it.name === check)?.mismatches;
  }

  const currentUsage = () =>
    story.organization.get(`/v1/customers/${huge.customer_id}/current_usage?subscription_id=${huge.id}`);

  it('a bill above 2^53-1 sets its subscription aside, and no other', async () => {
    const other = await story.subscribe(plan, { customer_id: huge.customer_id });
    const since = `${day(1, 1)}T00:00:00.000Z`;
    const next_retry_at = since.replace('00:00:00', '00:01:00');
    const failure = {
      code: 'amount_out_of_range',
      message: 'An amount of the invoice is greater than 2^53-1.',
    };
    expect(await move(day(1, 1))).toEqual([
      { object_type: 'subscription', object_id: huge.id, ...failure, next_retry_at },
    ]);
    const shown = await story.subscription(huge.id);
    expect(shown).toMatchObject({ status: 'active', billing_error: { ...failure, since, next_retry_at } });
    expect(await story.invoices(huge)).toEqual([]);
    expect(await story.invoices(other)).toHaveLength(1);
    expect(await mismatches()).toMatchObject([{ object_id: huge.id, actual: 'amount_out_of_range' }]);
    const metrics = await app.request.get('/metrics');
    expect(metrics.text).toMatch(/^subscription_billing_errors\{code="amount_out_of_range"\} [1-9]/m);
  });

  it('the test clock of another organization passes over it without naming it', async () => {
    const stranger = await BillingStory.begin(app);
    const own = story;
    story = stranger;
    expect(await move(day(20, 2))).toEqual([]);
    const { billing_error: error } = await own.subscription(huge.id);
    expect(error?.since).toBe(`${day(1, 1)}T00:00:00.000Z`);
    month += 2;
  });

  it('it can be renamed, canceled and terminated without an invoice', async () => {
    await move(day(5, 1));
    expect(await story.change(huge.id, { name: 'Renamed' })).toMatchObject({ name: 'Renamed' });
    const canceled = await bodyOf(story.organization.post(`${PATH}/${huge.id}/cancel`));
    expect(canceled).toMatchObject({ status: 'active', canceled_at: expect.any(String) as string });
    await story.organization.delete(`${PATH}/${huge.id}/cancel`).expect(204);
    const skip = await story.change(huge.id, { on_termination_action: 'skip' });
    expect(skip.billing_error).not.toBeNull();
    await story.organization.delete(`/v1/customers/${huge.customer_id}`).expect(400);

    await story.organization.delete(`${PATH}/${huge.id}`).expect(204);
    const ended = await story.subscription(huge.id);
    expect(ended).toMatchObject({ status: 'terminated', billing_error: null });
    expect(await story.invoices(huge)).toEqual([]);
    expect(await mismatches()).toEqual([]);
    const [terminated] = (await story.events()).slice(-1);
    expect(terminated).toEqual({ kind: 'subscription.terminated', object: ended });
    await story.organization.delete(`/v1/customers/${huge.customer_id}`).expect(204);
  });

  it('changes that need its bill are refused with the remedy', async () => {
    const dearer = await story.plan({ amount_cents: 9000 });
    const refused = async (request: ReturnType<typeof story.organization.put>): Promise<void> => {
      const { detail } = await problemOf(request, 400, 'invalid_state');
      expect(detail).toContain('An amount of the invoice is greater than 2^53-1.');
      expect(detail).toContain('terminated with on_termination_action=skip');
    };
    for (const at of [day(11), day(1, 1)]) {
      await move(at);
      await refused(story.organization.put(`${PATH}/${huge.id}`, { plan_id: dearer.id }));
      await refused(
        story.organization.post(`${PATH}/${huge.id}/change_plan_preview`, { plan_id: dearer.id }),
      );
      await refused(story.organization.delete(`${PATH}/${huge.id}`));
    }
    await refused(story.organization.put(`${PATH}/${huge.id}`, { ending_at: `${day(1, 9)}T00:00:00Z` }));
  });

  it('a retry bills the period once the cause is gone', async () => {
    await move(day(1, 1));
    await story.use(huge, 'calls', '-99999999999998', day(11));
    await story.use(huge, 'calls', '3', day(1, 1));
    expect(await bodyOf(currentUsage())).toMatchObject({ amount_cents: 200_000 });
    expect(await move(`${day(1, 1)}T00:00:59Z`)).toHaveLength(1);
    expect(await move(`${day(1, 1)}T00:01:00Z`)).toEqual([]);
    const shown = await story.subscription(huge.id);
    expect(shown).toMatchObject({
      billing_error: null,
      current_period: { from: `${day(1, 1)}T00:00:00.000Z` },
    });
    const amounts = async (): Promise<number[][]> =>
      (await story.invoices(huge)).map(({ fees }) => fees.map((it) => it.amount_cents));
    const [first] = await amounts();
    expect(first?.[1]).toBe(200_000);
    await move(day(1, 2));
    expect((await amounts()).map((it) => it[1])).toEqual([200_000, 300_000]);
    month++;
  });

  it('a request that needs the bill retries at once, and later periods are caught up in order', async () => {
    await move(day(20, 3));
    await story.use(huge, 'calls', '-100000000000000', day(11));
    await story.organization.delete(`${PATH}/${huge.id}`).expect(204);
    const periods = (await story.invoices(huge)).map((it) => it.billing_period?.to.slice(0, 10));
    expect(periods).toEqual([day(1, 1), day(1, 2), day(1, 3), day(20, 3)]);
    month += 3;
  });

  it('a cancellation ends the period in which it was requested, not the one that could not be billed', async () => {
    await move(day(5, 1));
    await bodyOf(story.organization.post(`${PATH}/${huge.id}/cancel`));
    await story.use(huge, 'calls', '-100000000000000', day(11));
    await move(day(6, 1));
    expect(await story.subscription(huge.id)).toMatchObject({ status: 'active', billing_error: null });
    await move(day(1, 2));
    expect(await story.subscription(huge.id)).toMatchObject({ status: 'canceled' });
    expect(await story.invoices(huge)).toHaveLength(2);
    month++;
  });

  it('it accepts usage up to its scheduled end, which is never charged if it is terminated without an invoice', async () => {
    const [ahead, at, after] = [day(14, 1), day(15, 1), day(16, 1)];
    await story.change(huge.id, { ending_at: instant(at) });
    await move(day(20, 1));
    expect(await story.subscription(huge.id)).toMatchObject({ status: 'active' });
    const waiting = { charged: false, late: false, not_charged_reason: 'period_not_started' };
    const first = await story.report(huge, 'calls', { value: '1' }, ahead);
    expect(first).toMatchObject(waiting);
    const refused = async (timestamp: string): Promise<void> => {
      const event = usageEventOf(huge, { code: 'calls', timestamp: instant(timestamp) });
      const { errors } = await problemOf(
        story.organization.post('/v1/events', event),
        422,
        'validation_failed',
      );
      expect(errors).toMatchObject([{ field: 'timestamp', code: 'out_of_range' }]);
      expect(errors?.[0]?.message).toContain(`before the end of the subscription, ${instant(at)}`);
    };
    await refused(at);
    await refused(after);

    await story.organization.delete(`${PATH}/${huge.id}?on_termination_action=skip`).expect(204);
    const never = { charged: false, late: true, not_charged_reason: 'no_billing_period' };
    expect(await bodyOf(story.organization.get(`/v1/events/${first.id}`))).toMatchObject(never);
    expect(await story.report(huge, 'calls', { value: '1' }, ahead)).toMatchObject(never);
    await refused(after);
    month++;
  });

  it('a scheduled cancellation that is withdrawn refuses no usage', async () => {
    await bodyOf(story.organization.post(`${PATH}/${huge.id}/cancel`));
    await move(day(3, 1));
    const event = usageEventOf(huge, { code: 'calls', timestamp: instant(day(2, 1)) });
    await problemOf(story.organization.post('/v1/events', event), 422, 'validation_failed');
    await story.organization.delete(`${PATH}/${huge.id}/cancel`).expect(204);
    await story.report(huge, 'calls', { value: '1' }, day(2, 1));
  });

  it('retries back off from a minute to a day', async () => {
    const delays: number[] = [];
    for (let at = `${day(1, 1)}T00:00:00.000Z`; delays.length < 13;) {
      const [passedOver] = await move(at);
      const next = passedOver?.next_retry_at ?? '';
      delays.push((Date.parse(next) - Date.parse(at)) / 60_000);
      at = next;
    }
    expect(delays).toEqual([1, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1440]);
  });

  it('current usage shows the period that awaits its bill, unless its amount is out of range', async () => {
    const { detail } = await problemOf(currentUsage(), 400, 'invalid_state');
    expect(detail).toContain('2^53-1');
    await move(day(1, 1));
    await problemOf(currentUsage(), 400, 'invalid_state');
    await story.use(huge, 'calls', '-100000000000000', day(11));
    expect(await bodyOf(currentUsage())).toMatchObject({ to: `${day(1, 1)}T00:00:00.000Z`, amount_cents: 0 });
  });

  it('a pending subscription whose start fails can take another plan', async () => {
    await story.tax('20');
    const dear = await story.plan({ amount_cents: Number.MAX_SAFE_INTEGER, pay_in_advance: true });
    const start = { subscription_at: `${day(12)}T00:00:00Z`, billing_time: 'anniversary' };
    const [moved, canceled] = [await story.subscribe(dear, start), await story.subscribe(dear, start)];
    expect((await move(day(12))).map((it) => it.object_id)).toEqual([moved.id, canceled.id]);
    const refused = story.organization.delete(`${PATH}/${moved.id}`);
    const { detail } = await problemOf(refused, 400, 'invalid_state');
    expect(detail).toContain(`POST /v1/subscriptions/${moved.id}/cancel`);
    const unknown = story.organization.put(`${PATH}/${moved.id}`, { plan_id: huge.id });
    expect(await wrongFieldsOf(unknown)).toEqual(['plan_id']);
    expect(await story.change(moved.id, { plan_id: plan.id })).toMatchObject({ billing_error: null });
    const path = `${PATH}/${canceled.id}/cancel`;
    expect(await bodyOf(story.organization.post(path))).toMatchObject({
      status: 'canceled',
      billing_error: null,
    });
    expect(await move(day(12))).toEqual([]);
    expect(await story.subscription(moved.id)).toMatchObject({ status: 'active', plan_id: plan.id });
  });

  it('a draft that late usage makes too large is set aside until it is corrected or voided', async () => {
    const { id: customer_id } = await story.customer({ invoice_grace_period: 3 });
    const subscribed = await story.subscribe(plan, { customer_id });
    await story.organization.delete(`${PATH}/${huge.id}?on_termination_action=skip`).expect(204);
    await move(day(2, 1));
    await story.use(subscribed, 'calls', '100000000000000', day(20));
    const [draft] = await story.invoices(subscribed);
    expect(draft?.status).toBe('draft');

    const before = performance.now();
    const [passed, ...others] = await move(day(20, 1));
    expect(performance.now() - before).toBeLessThan(10_000);
    expect(passed).toMatchObject({
      object_type: 'invoice',
      object_id: draft?.id,
      code: 'amount_out_of_range',
    });
    expect(others).toEqual([]);
    expect(await mismatches('invoice_finalization')).toMatchObject([{ object_id: draft?.id }]);
    const metrics = await app.request.get('/metrics');
    expect(metrics.text).toMatch(/^invoice_billing_errors\{code="amount_out_of_range"\} [1-9]/m);

    await story.use(subscribed, 'calls', '-100000000000000', day(20));
    expect(await move(day(22, 1))).toEqual([]);
    expect((await story.invoices(subscribed))[0]?.status).toBe('finalized');
    expect(await mismatches('invoice_finalization')).toEqual([]);

    await move(day(2, 2));
    await story.use(subscribed, 'calls', '100000000000000', day(20, 1));
    const next = (await story.invoices(subscribed)).find((it) => it.status === 'draft');
    const path = `/v1/invoices/${next?.id}/void`;
    await problemOf(story.organization.post(path), 400, 'invalid_state');
    expect(await move(day(10, 2))).toHaveLength(1);
    expect(await bodyOf(story.organization.post(path))).toMatchObject({ status: 'voided', number: null });
    expect(await move(day(11, 2))).toEqual([]);
    month += 2;
  });
});
