import type { SubscriptionBody } from '../../support/subscription-wire';
import { BillingStory, instant } from '../../support/billing-story';
import { useTestApp } from '../../support/use-test-app';
import { bodyOf, wrongFieldsOf, type PlanBody } from '../../support/wire';

const PATH = '/v1/subscriptions';

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
      expect(await story.invoices(moved)).toHaveLength(1);
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
});
