import {
  aCharge,
  aMetric,
  aPlan,
  aCustomer,
  aSubscription,
  aThreshold,
  aUsageEvent,
} from '../../support/builders';
import type { SubscriptionBody } from '../../support/subscription-wire';
import type { ThresholdBody } from '../../support/subscription-wire';
import { eventually } from '../../support/eventually';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { UUID_V7, listOf, problemOf, type CustomerBody, type PlanBody } from '../../support/wire';

interface Crossed {
  sequence: number;
  usage_threshold: ThresholdBody & {
    crossing: {
      subscription_id: string;
      external_subscription_id: string;
      usage_amount_cents: number;
      multiple: number;
      crossed_amount_cents: number;
    };
  };
}

const UNKNOWN = '01a1fa5c-1ec0-726b-b1bb-56cb316034ca';

describe('usage thresholds', () => {
  const app = useTestApp();
  const organization = useOrganization(app);
  let customer: CustomerBody;
  let plan: PlanBody;
  let subscription: SubscriptionBody;

  /** Creates a plan on which a call costs EUR 0.01. */
  beforeEach(async () => {
    customer = await aCustomer(organization);
    const metric = await aMetric(organization, { code: 'calls' });
    const charge = aCharge(metric, { properties: { amount: '0.01' } });
    plan = await aPlan(organization, { amount_cents: 0, charges: [charge] });
    const both = { customer_id: customer.id, plan_id: plan.id };
    subscription = await aSubscription(organization, { external_id: 'sub', ...both });
  });

  const ofPlan = (fields: object): Promise<ThresholdBody> => aThreshold(organization, { plan }, fields);
  const ofSubscription = (fields: object): Promise<ThresholdBody> =>
    aThreshold(organization, { subscription }, fields);

  const use = (calls: number) => aUsageEvent(organization, subscription, { properties: { value: calls } });

  const crossings = async (): Promise<Crossed[]> => {
    const rows = await app.database.query<{ payload: string }>(
      `SELECT payload FROM outbox_events WHERE organization_id = $1 AND kind = 'usage_threshold.crossed' ORDER BY id`,
      [organization.id],
    );
    return rows.map((it) => JSON.parse(it.payload) as Crossed);
  };
  /** Waits until the usage listeners have processed all usage and rechecks. */
  const followed = (): Promise<boolean> =>
    eventually(async () => {
      const waiting = await app.database.query(
        `SELECT id FROM usage_periods WHERE organization_id = $1 AND NOT followed
          UNION ALL SELECT plan_version_id FROM usage_rechecks WHERE organization_id = $1`,
        [organization.id],
      );
      return waiting.length === 0 ? true : null;
    });
  const multiples = async (): Promise<number[][]> => {
    await followed();
    return (await crossings()).map(({ usage_threshold: { amount_cents, crossing } }) => [
      amount_cents,
      crossing.multiple,
      crossing.usage_amount_cents,
    ]);
  };

  it('a threshold can be added to a plan or a subscription, listed and deleted', async () => {
    const threshold = await ofPlan({ amount_cents: 1000, threshold_display_name: 'Soft' });
    expect(threshold).toMatchObject({
      id: expect.stringMatching(UUID_V7) as string,
      plan_id: plan.id,
      subscription_id: null,
      amount_cents: 1000,
      currency: 'EUR',
      threshold_display_name: 'Soft',
      recurring: false,
    });
    const own = await ofSubscription({ amount_cents: 500, recurring: true });
    const ofIt = { plan_id: null, subscription_id: subscription.id };
    expect(own).toMatchObject({ ...ofIt, currency: 'EUR', recurring: true });
    const path = `/v1/plans/${plan.id}/usage_thresholds`;
    expect(await listOf(organization.get(path))).toEqual({ items: [threshold], total: 1 });
    expect(
      (await listOf(organization.get(`/v1/subscriptions/${subscription.id}/usage_thresholds`))).items,
    ).toEqual([own]);
    await organization.delete(`/v1/usage_thresholds/${threshold.id}`).expect(204);
    expect((await listOf(organization.get(path))).items).toEqual([]);
    await problemOf(organization.delete(`/v1/usage_thresholds/${threshold.id}`), 404, 'not_found');
  });

  it('an invalid threshold, a duplicate and one of an unknown plan or subscription are refused', async () => {
    await ofPlan({ amount_cents: 1000 });
    const path = `/v1/plans/${plan.id}/usage_thresholds`;
    await problemOf(organization.post(path, { amount_cents: 1000 }), 409, 'conflict');
    for (const amount_cents of [0, -1, 1.5, '10', 2 ** 53]) {
      const problem = await problemOf(organization.post(path, { amount_cents }), 422, 'validation_failed');
      expect(problem.errors?.map((it) => it.field)).toEqual(['amount_cents']);
    }
    await problemOf(
      organization.post(`/v1/plans/${UNKNOWN}/usage_thresholds`, { amount_cents: 1 }),
      404,
      'not_found',
    );
    const foreign = await app.anOrganization();
    await problemOf(foreign.get(path), 404, 'not_found');
    const ofOther = `/v1/subscriptions/${subscription.id}/usage_thresholds`;
    await problemOf(foreign.post(ofOther, { amount_cents: 1 }), 404, 'not_found');
  });

  it('a threshold is crossed once, when the usage amount first reaches it', async () => {
    const threshold = await ofPlan({ amount_cents: 1000 });
    await use(999);
    expect(await multiples()).toEqual([]);
    await use(1);
    expect(await multiples()).toEqual([[1000, 1, 1000]]);
    await use(5000);
    expect(await multiples()).toEqual([[1000, 1, 1000]]);
    const [crossed] = await crossings();
    expect(crossed).toMatchObject({
      webhook_type: 'usage_threshold.crossed',
      object_id: threshold.id,
      sequence: 1,
      usage_threshold: {
        ...threshold,
        crossing: {
          subscription_id: subscription.id,
          external_subscription_id: 'sub',
          customer_id: customer.id,
          currency: 'EUR',
          crossed_amount_cents: 1000,
        },
      },
    });
  });

  it('thresholds of a subscription replace those of its plan', async () => {
    await ofPlan({ amount_cents: 100 });
    await ofSubscription({ amount_cents: 200 });
    await use(250);
    expect(await multiples()).toEqual([[200, 1, 250]]);
  });

  it('a recurring threshold is crossed at every multiple, even if one event reaches several', async () => {
    await ofPlan({ amount_cents: 100, recurring: true });
    await use(350);
    expect(await multiples()).toEqual([
      [100, 1, 350],
      [100, 2, 350],
      [100, 3, 350],
    ]);
    await use(60);
    expect((await multiples()).slice(3)).toEqual([[100, 4, 410]]);
  });

  it('a threshold that is added below the current usage is crossed at once, and only once', async () => {
    const other = await aSubscription(organization, { customer_id: customer.id, plan_id: plan.id });
    await use(5000);
    await aUsageEvent(organization, other, { properties: { value: 20 } });
    await ofPlan({ amount_cents: 1500 });
    expect(await multiples()).toEqual([[1500, 1, 5000]]);
    await ofPlan({ amount_cents: 2000, recurring: true });
    expect((await multiples()).slice(1)).toEqual([
      [2000, 1, 5000],
      [2000, 2, 5000],
    ]);
    await ofPlan({ amount_cents: 6000 });
    expect(await multiples()).toHaveLength(3);
    expect((await crossings())[0]?.usage_threshold).toMatchObject({ currency: 'EUR' });
  });

  it('a threshold is crossed at once on a subscription, and by the plan after its own are deleted', async () => {
    await use(300);
    const own = await ofSubscription({ amount_cents: 500 });
    await ofPlan({ amount_cents: 100 });
    expect(await multiples()).toEqual([]);
    await ofSubscription({ amount_cents: 200 });
    expect(await multiples()).toEqual([[200, 1, 300]]);
    const { items } = await listOf<ThresholdBody>(
      organization.get(`/v1/subscriptions/${subscription.id}/usage_thresholds`),
    );
    for (const { id } of items) await organization.delete(`/v1/usage_thresholds/${id}`).expect(204);
    expect(items.map((it) => it.id)).toContain(own.id);
    expect(await multiples()).toEqual([
      [200, 1, 300],
      [100, 1, 300],
    ]);
  });

  it('a threshold that is added while events arrive is crossed once', async () => {
    await use(300);
    const uses = Array.from({ length: 10 }, () => use(10));
    await Promise.all([...uses, ofPlan({ amount_cents: 100 }), ofPlan({ amount_cents: 350 })]);
    expect((await multiples()).map(([amount]) => amount).sort()).toEqual([100, 350]);
  });

  it('an amount in a plan of another currency is in that currency', async () => {
    const dollars = await aPlan(organization, { currency: 'USD' });
    expect(await aThreshold(organization, { plan: dollars })).toMatchObject({ currency: 'USD' });
    const start = { subscription_at: new Date(Date.now() + 86_400_000).toISOString() };
    const fields = { customer_id: (await aCustomer(organization)).id, plan_id: dollars.id, ...start };
    const pending = await aSubscription(organization, fields);
    expect(await aThreshold(organization, { subscription: pending })).toMatchObject({ currency: 'USD' });
  });

  it('a threshold of a terminated or canceled subscription is refused with 400 invalid_state', async () => {
    const start = new Date(Date.now() + 86_400_000).toISOString();
    const both = { customer_id: customer.id, plan_id: plan.id };
    const canceled = await aSubscription(organization, { ...both, subscription_at: start });
    await ofSubscription({ amount_cents: 500 });
    await organization.delete(`/v1/subscriptions/${subscription.id}`).expect(204);
    await organization.post(`/v1/subscriptions/${canceled.id}/cancel`).expect(200);
    for (const [{ id }, status] of [
      [subscription, 'terminated'],
      [canceled, 'canceled'],
    ] as const) {
      const path = `/v1/subscriptions/${id}/usage_thresholds`;
      const problem = await problemOf(organization.post(path, { amount_cents: 5 }), 400, 'invalid_state');
      expect(problem.detail).toContain(`The subscription is ${status}`);
      await organization.get(path).expect(200);
    }
  });

  it('30 concurrent events cross each threshold once', async () => {
    await ofPlan({ amount_cents: 100 });
    await ofPlan({ amount_cents: 200 });
    await Promise.all(Array.from({ length: 30 }, () => use(10)));
    const amounts = (await multiples()).map(([amount]) => amount);
    expect(amounts.sort()).toEqual([100, 200]);
  });

  it('reading usage that overflows an amount returns 400, and threshold checks continue', async () => {
    await ofPlan({ amount_cents: 100, recurring: true });
    const most = { properties: { value: '999999999999999' } };
    await Promise.all(Array.from({ length: 10 }, () => aUsageEvent(organization, subscription, most)));
    const current = `/v1/customers/${customer.id}/current_usage`;
    const problem = await problemOf(organization.get(current), 400, 'invalid_state');
    expect(problem.detail).toContain('2^53-1');
    await eventually(async () => {
      const waiting = await app.database.query(
        'SELECT 1 FROM usage_periods WHERE organization_id = $1 AND NOT followed',
        [organization.id],
      );
      return waiting.length === 0 ? true : null;
    });
  });
});
