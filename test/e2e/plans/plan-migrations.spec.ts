import { BillingStory, instant } from '../../support/billing-story';
import { eventually } from '../../support/eventually';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf, wrongFieldsOf, type PlanBody, type SubscriptionBody } from '../../support/wire';

interface MigrationBody {
  id: string;
  status: string;
  total: number;
  moved: number;
  skipped: number;
  failed: number;
  failures: { subscription_id: string; code: string }[];
}

describe('plan migrations', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  const organization = useOrganization(app);
  const story = new BillingStory(app, organization);
  let plan: PlanBody;

  beforeAll(async () => {
    await (await BillingStory.begin(app)).moveTo('2030-06-15T12:00');
  });
  beforeEach(async () => {
    plan = await story.plan();
  });

  it('all subscriptions of earlier versions take the newest one now, cheaper or not', async () => {
    const ended = await story.subscribe(plan);
    await organization.delete(`/v1/subscriptions/${ended.id}`).expect(204);
    const first = await story.subscribe(plan);
    await reprice(6000);
    const second = await story.subscribe(plan);
    await reprice(1000);
    const newest = await story.subscribe(plan);
    expect(await migrate({ at: 'now' })).toMatchObject({ total: 2, moved: 2, skipped: 0, failed: 0 });
    for (const { id } of [first, second, newest]) {
      expect(await story.subscription(id)).toMatchObject({ plan_version: 3, amount_cents: 1000 });
    }
    expect(await story.subscription(ended.id)).toMatchObject({ plan_version: 1 });
    expect((await story.kinds()).filter((it) => it === 'subscription.plan_changed')).toHaveLength(2);
  });

  it('only subscriptions of the versions asked for are moved, and none that is about to leave', async () => {
    const first = await story.subscribe(plan);
    const leaving = await story.subscribe(plan);
    const cheaper = await story.plan({ amount_cents: 1 });
    await story.change(leaving.id, { plan_id: cheaper.id });
    await reprice(4000);
    const second = await story.subscribe(plan);
    await reprice(5000);
    expect(await migrate({ at: 'period_end', from_versions: [1] })).toMatchObject({
      total: 2,
      moved: 1,
      skipped: 1,
    });
    expect(await story.subscription(first.id)).toMatchObject({ plan_version: 1, next_plan_id: plan.id });
    expect(await story.subscription(leaving.id)).toMatchObject({ next_plan_id: cheaper.id });
    expect(await story.subscription(second.id)).toMatchObject({ plan_version: 2, next_plan_id: null });
  });

  it('a subscription that cannot be billed is named and stops no other', async () => {
    const huge = await story.plan({
      charges: [await story.chargeFor({ code: 'huge' }, 'standard', { amount: '100000000000000' })],
    });
    plan = huge;
    const bad = await story.subscribe(plan);
    const good = await story.subscribe(plan);
    await story.use(bad, 'huge', '1', '2030-06-15T12:00');
    await story.moveTo('2030-06-15T13:00');
    await reprice(9000);
    const { failures, ...done } = await migrate({ at: 'now' });
    expect(done).toMatchObject({ total: 2, moved: 1, failed: 1 });
    expect(failures).toMatchObject([{ subscription_id: bad.id }]);
    expect(await story.subscription(good.id)).toMatchObject({ plan_version: 2 });
    await organization.delete(`/v1/subscriptions/${bad.id}?on_termination_action=skip`).expect(204);
  });

  it.each<[string, object]>([
    ['at', {}],
    ['at', { at: 'later' }],
    ['from_versions.0', { at: 'now', from_versions: [1] }],
    ['from_versions.0', { at: 'now', from_versions: ['1'] }],
    ['from_versions.1', { at: 'now', from_versions: [1, 0] }],
  ])('migrating with a wrong %s is refused with 422', async (field, body) => {
    expect(await wrongFieldsOf(organization.post(`/v1/plans/${plan.id}/migrate`, body))).toEqual([field]);
  });

  it('a migration is found under its plan and in its organization only', async () => {
    const { id } = await migrate({ at: 'now' });
    const other = await story.plan();
    await problemOf(organization.get(`/v1/plans/${other.id}/migrations/${id}`), 404, 'not_found');
    const stranger = await app.anOrganization();
    await problemOf(stranger.get(`/v1/plans/${plan.id}/migrations/${id}`), 404, 'not_found');
    await problemOf(stranger.post(`/v1/plans/${plan.id}/migrate`, { at: 'now' }), 404, 'not_found');
  });

  it('the newest version in another currency is refused to subscriptions that were billed in theirs', async () => {
    const subscription: SubscriptionBody = await story.subscribe(plan);
    await organization.put(`/v1/plans/${plan.id}`, { currency: 'EUR' }).expect(200);
    const change = organization.put(`/v1/subscriptions/${subscription.id}`, { plan_id: plan.id });
    expect(await wrongFieldsOf(change)).toEqual(['plan_id']);
    expect(await migrate({ at: 'now' })).toMatchObject({ failed: 1 });
    expect((await story.subscription(subscription.id)).current_period?.to).toBe(instant('2030-07-01'));
  });

  function reprice(amount_cents: number): Promise<PlanBody> {
    return bodyOf(organization.put(`/v1/plans/${plan.id}`, { amount_cents }));
  }

  /** Starts a migration and returns it when it is completed. */
  async function migrate(body: object): Promise<MigrationBody> {
    const { id } = await bodyOf<MigrationBody>(organization.post(`/v1/plans/${plan.id}/migrate`, body), 202);
    return eventually(async () => {
      const migration = await bodyOf<MigrationBody>(
        organization.get(`/v1/plans/${plan.id}/migrations/${id}`),
      );
      return migration.status === 'completed' ? migration : null;
    });
  }
});
