import type { SubscriptionBody } from '../../support/subscription-wire';
import { BillingStory, instant } from '../../support/billing-story';
import { eventually } from '../../support/eventually';
import { useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf, wrongFieldsOf, type PlanBody } from '../../support/wire';

const PATH = '/v1/subscriptions';
const UNKNOWN = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';

interface MigrationBody {
  id: string;
  status: string;
  total: number;
  done: number;
  failed: number;
  failures: { subscription_id: string; code: string }[];
}

describe('subscriptions and versions of their plan', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  let story: BillingStory;
  let plan: PlanBody;

  beforeAll(async () => {
    story = await BillingStory.begin(app);
    await story.moveTo('2030-06-16');
  });
  beforeEach(async () => {
    story = await BillingStory.begin(app);
    plan = await story.plan();
  });

  const reprice = (fields: object, of = plan): Promise<PlanBody> =>
    bodyOf(story.organization.put(`/v1/plans/${of.id}`, fields));
  const take = (id: string): Promise<SubscriptionBody> => story.change(id, { plan_id: plan.id });
  const changes = async (): Promise<Record<string, unknown>[]> =>
    (await story.events()).filter((it) => it.kind === 'subscription.plan_changed').map((it) => it.object);
  const preview = (id: string) =>
    story.organization.post(`${PATH}/${id}/change_plan_preview`, { plan_id: plan.id });

  describe('a subscription that takes the newest version', () => {
    it('shows its version and price, alone and in lists', async () => {
      const { id } = await story.subscribe(plan);
      const old = { plan_version: 1, interval: 'monthly', amount_cents: 3000, currency: 'USD' };
      await reprice({ amount_cents: 36_500, interval: 'yearly' });
      const other = await story.subscribe(plan);
      expect(await story.subscription(id)).toMatchObject(old);
      const price = { plan_version: 2, interval: 'yearly', amount_cents: 36_500, currency: 'USD' };
      expect(other).toMatchObject(price);
      const listed = await story.subscriptions(`plan_id=${plan.id}&order_by=created_at`);
      expect(listed).toMatchObject([old, price]);
    });

    it('moves immediately to a dearer version, and emits plan_changed', async () => {
      const { id } = await story.subscribe(plan);
      await reprice({ amount_cents: 6000 });
      const shown = await bodyOf(preview(id));
      expect(shown).toMatchObject({
        change: 'upgrade',
        effective_at: instant('2030-06-16'),
        current_plan_id: plan.id,
        plan_id: plan.id,
        fee_amount_cents: 3000,
      });
      const moved = await take(id);
      expect(moved).toMatchObject({
        plan_id: plan.id,
        plan_version: 2,
        amount_cents: 6000,
        previous_plan_id: plan.id,
        next_plan_id: null,
      });
      expect(await changes()).toEqual([moved]);
    });

    it('changes nothing without a newer version, and its preview is refused', async () => {
      const { id } = await story.subscribe(plan);
      const before = await story.subscription(id);
      expect(await take(id)).toEqual(before);
      expect(await wrongFieldsOf(preview(id))).toEqual(['plan_id']);
      await reprice({ name: 'Renamed' });
      expect(await take(id)).toEqual(before);
      expect(await changes()).toEqual([]);
      expect(await story.invoices(before)).toEqual([]);
    });

    it('takes a version with the same price and other charges immediately', async () => {
      const { id } = await story.subscribe(plan);
      await reprice({ charges: [await story.charge('calls', '1')] });
      expect(await take(id)).toMatchObject({ plan_version: 2, amount_cents: 3000 });
    });

    it('schedules a cheaper version, and replaces it with a newer one', async () => {
      const { id } = await story.subscribe(plan);
      await reprice({ amount_cents: 2000 });
      const scheduled = await take(id);
      expect(scheduled).toMatchObject({ plan_version: 1, amount_cents: 3000, next_plan_id: plan.id });
      expect(await take(id)).toEqual(scheduled);
      await reprice({ amount_cents: 1000 });
      expect(await take(id)).toMatchObject({ plan_version: 1, next_plan_id: plan.id });
      await reprice({ amount_cents: 9000 });
      expect(await take(id)).toMatchObject({ plan_version: 4, amount_cents: 9000, next_plan_id: null });
      expect(await changes()).toHaveLength(1);
    });

    it('only withdraws a scheduled change to another plan', async () => {
      const { id } = await story.subscribe(plan);
      const cheaper = await story.plan({ amount_cents: 1000 });
      await reprice({ amount_cents: 6000 });
      await story.change(id, { plan_id: cheaper.id });
      expect(await take(id)).toMatchObject({ plan_version: 1, next_plan_id: null });
      expect(await take(id)).toMatchObject({ plan_version: 2 });
    });

    it('takes any version immediately while it is pending, without an event', async () => {
      const { id } = await story.subscribe(plan, { subscription_at: instant('2031-01-01') });
      await reprice({ amount_cents: 1000, currency: 'EUR' });
      expect(await take(id)).toMatchObject({ plan_version: 2, amount_cents: 1000, currency: 'EUR' });
      expect(await changes()).toEqual([]);
    });

    it('is refused a version in another currency', async () => {
      const { id } = await story.subscribe(plan);
      await reprice({ currency: 'EUR' });
      const request = story.organization.put(`${PATH}/${id}`, { plan_id: plan.id });
      expect(await wrongFieldsOf(request)).toEqual(['plan_id']);
      expect(await wrongFieldsOf(preview(id))).toEqual(['plan_id']);
    });

    it('keeps its trial if the newer version has one', async () => {
      plan = await story.plan({ pay_in_advance: true, trial_period_days: 14 });
      const { id } = await story.subscribe(plan);
      await reprice({ amount_cents: 6000 });
      const ends = { trial_ends_at: instant('2030-06-30'), trial_ended_at: null };
      expect(await take(id)).toMatchObject({ plan_version: 2, ...ends });
      await reprice({ amount_cents: 9000, trial_period_days: 0 });
      expect(await take(id)).toMatchObject({ plan_version: 3, trial_ended_at: instant('2030-06-16') });
    });
  });

  describe('a plan migration', () => {
    const post = (body: object, headers: Record<string, string> = {}) =>
      story.organization.post(`/v1/plans/${plan.id}/migrate`, body).set(headers);
    const read = (id: string): Promise<MigrationBody> =>
      bodyOf(story.organization.get(`/v1/plans/${plan.id}/migrations/${id}`));

    /** Requests a migration, and returns it once it is completed. */
    async function migrate(body: object): Promise<MigrationBody> {
      const asked = await bodyOf<MigrationBody>(post(body), 202);
      return eventually(async () => {
        const shown = await read(asked.id);
        return shown.status === 'completed' ? shown : null;
      });
    }

    it('at: now moves every open subscription immediately, even to a lower price', async () => {
      const [active, leaving] = [await story.subscribe(plan), await story.subscribe(plan)];
      const pending = await story.subscribe(plan, { subscription_at: instant('2031-01-01') });
      const ended = await story.subscribe(plan);
      await story.organization.delete(`${PATH}/${ended.id}`).expect(204);
      const cheapest = await story.plan({ amount_cents: 100 });
      await story.change(leaving.id, { plan_id: cheapest.id });
      await reprice({ amount_cents: 1000 });
      const current = await story.subscribe(plan);

      expect(await migrate({ at: 'now' })).toMatchObject({ total: 3, done: 3, failed: 0, failures: [] });
      const versions = async (...ids: string[]): Promise<number[]> =>
        Promise.all(ids.map(async (id) => (await story.subscription(id)).plan_version));
      expect(await versions(active.id, leaving.id, pending.id, ended.id)).toEqual([2, 2, 2, 1]);
      expect(await story.subscription(leaving.id)).toMatchObject({ next_plan_id: cheapest.id });
      expect(await story.subscription(current.id)).toEqual(current);
      const told = (await changes()).map((it) => it.id);
      expect(told).toEqual([active.id, leaving.id]);
    });

    it('at: period_end schedules the version that is the newest at the time of the request', async () => {
      const [active, leaving] = [await story.subscribe(plan), await story.subscribe(plan)];
      const cheapest = await story.plan({ amount_cents: 100 });
      await story.change(leaving.id, { plan_id: cheapest.id });
      await reprice({ amount_cents: 9000 });
      expect(await migrate({ at: 'period_end' })).toMatchObject({ total: 2, done: 2, failed: 0 });
      const scheduled = await story.subscription(active.id);
      expect(scheduled).toMatchObject({ plan_version: 1, amount_cents: 3000, next_plan_id: plan.id });
      expect(await story.subscription(leaving.id)).toMatchObject({ next_plan_id: cheapest.id });
      expect(await migrate({ at: 'period_end' })).toMatchObject({ total: 2, done: 2, failed: 0 });
      expect(await story.subscription(active.id)).toEqual(scheduled);
      await reprice({ amount_cents: 12_000 });
      expect(await changes()).toEqual([]);
    });

    it('from_versions moves the subscriptions of these versions only', async () => {
      const first = await story.subscribe(plan);
      await reprice({ amount_cents: 4000 });
      const second = await story.subscribe(plan);
      await reprice({ amount_cents: 5000 });
      expect(await migrate({ at: 'now', from_versions: [2] })).toMatchObject({ total: 1, done: 1 });
      expect(await story.subscription(first.id)).toMatchObject({ plan_version: 1 });
      expect(await story.subscription(second.id)).toMatchObject({ plan_version: 3 });
    });

    it('names the subscriptions that fail, and moves the others', async () => {
      await story.tax('20');
      // The whole new price with taxes is out of range, half of it is not.
      const [huge, other] = [
        await story.subscribe(plan, { billing_time: 'anniversary' }),
        await story.subscribe(plan),
      ];
      await reprice({ amount_cents: Number.MAX_SAFE_INTEGER, pay_in_advance: true });
      expect(await migrate({ at: 'now' })).toMatchObject({
        total: 2,
        done: 1,
        failed: 1,
        failures: [{ subscription_id: huge.id, code: 'amount_out_of_range' }],
      });
      expect(await story.subscription(huge.id)).toMatchObject({ plan_version: 1 });
      expect(await story.subscription(other.id)).toMatchObject({ plan_version: 2 });
    });

    it('without subscriptions to move is completed immediately', async () => {
      expect(await bodyOf(post({ at: 'now' }), 202)).toMatchObject({
        status: 'completed',
        total: 0,
        done: 0,
      });
    });

    it('a repeated request with the same Idempotency-Key starts no second migration', async () => {
      await story.subscribe(plan);
      await reprice({ amount_cents: 4000 });
      const key = { 'Idempotency-Key': 'migrate-once' };
      const [first, second] = [await post({ at: 'now' }, key), await post({ at: 'now' }, key)];
      expect([first.status, second.status]).toEqual([202, 202]);
      expect(second.body).toEqual(first.body);
      const rows = await app.database.query('SELECT FROM plan_migrations WHERE plan_id = $1', [plan.id]);
      expect(rows).toHaveLength(1);
    });

    it.each<[string, object, string[]]>([
      ['an unknown version', { at: 'now', from_versions: [1, 3] }, ['from_versions.1']],
      ['the newest version', { at: 'now', from_versions: [2] }, ['from_versions.0']],
      ['a version below 1', { at: 'now', from_versions: [0] }, ['from_versions.0']],
      ['a version that is no number', { at: 'now', from_versions: ['1'] }, ['from_versions.0']],
      ['a version twice', { at: 'now', from_versions: [1, 1] }, ['from_versions.1']],
      ['no versions', { at: 'now', from_versions: [] }, ['from_versions']],
      ['an unknown time', { at: 'later' }, ['at']],
      ['no time', {}, ['at']],
    ])('%s is refused with 422', async (_, body, fields) => {
      await reprice({ amount_cents: 4000 });
      expect(await wrongFieldsOf(post(body))).toEqual(fields);
    });

    it('unknown plans and migrations are 404', async () => {
      const { organization } = story;
      await problemOf(organization.post(`/v1/plans/${UNKNOWN}/migrate`, { at: 'now' }), 404, 'not_found');
      await problemOf(organization.get(`/v1/plans/${plan.id}/migrations/${UNKNOWN}`), 404, 'not_found');
      const { id } = await bodyOf<MigrationBody>(post({ at: 'now' }), 202);
      const other = await story.plan();
      await problemOf(organization.get(`/v1/plans/${other.id}/migrations/${id}`), 404, 'not_found');
    });
  });
});
