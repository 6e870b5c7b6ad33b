import {
  HostilePolicyModule,
  hostileSubscriptionPolicySuite,
  subscriptionPolicySuite,
} from '../conformance/subscription-policy.suite';
import { NoticePeriodModule } from '../examples/notice-period/notice-period.module';
import { BillingStory, instant, emittedKinds } from '../support/billing-story';
import { useTestApp } from '../support/use-test-app';
import { bodyOf, problemOf } from '../support/wire';

/** One service for all tests, to save time. The policies concern only the organizations that a test names. */
const app = useTestApp({ TEST_CLOCK: 'on' }, NoticePeriodModule, HostilePolicyModule);

// A real module creates the table in its migration.
beforeAll(async () => {
  await app.database.query('CREATE TABLE notice_periods (organization_id uuid PRIMARY KEY, days integer)');
  await app.database.query(`SELECT confine_to_organization('notice_periods')`);
});

describe('canceling, withdrawing the cancellation and canceling again', () => {
  it('a cancellation takes effect at the end of the period unless it is withdrawn before', async () => {
    const story = await BillingStory.begin(app);
    const { organization } = story;
    await story.moveTo('2027-06-01');
    const plan = await story.plan({ charges: [await story.charge('calls', '1')] });
    const subscription = await story.subscribe(plan);
    const path = `/v1/subscriptions/${subscription.id}/cancel`;

    await story.moveTo('2027-06-10T08:00');
    expect(await bodyOf(organization.post(path))).toMatchObject({
      status: 'active',
      canceled_at: instant('2027-06-10T08:00'),
      terminated_at: null,
    });
    await problemOf(organization.post(path), 400, 'invalid_state');
    await story.moveTo('2027-06-30T23:59');
    await organization.delete(path).expect(204);
    expect(await story.subscription(subscription.id)).toMatchObject({ status: 'active', canceled_at: null });
    await problemOf(organization.delete(path), 400, 'invalid_state');

    expect(emittedKinds(await story.moveTo('2027-07-01'))).toEqual([
      '2027-07-01T00:00:00.000Z invoice.created',
      '2027-07-01T00:00:00.000Z invoice.finalized',
    ]);
    expect(await story.subscription(subscription.id)).toMatchObject({
      status: 'active',
      current_period: { from: instant('2027-07-01'), to: instant('2027-08-01') },
    });

    await story.moveTo('2027-07-31T23:00');
    await organization.post(path).expect(200);
    await story.use(subscription, 'calls', '6', '2027-07-31T22:59:59');
    expect(emittedKinds(await story.moveTo('2027-10-01'))).toEqual([
      '2027-08-01T00:00:00.000Z subscription.canceled',
      '2027-08-01T00:00:00.000Z invoice.created',
      '2027-08-01T00:00:00.000Z invoice.finalized',
    ]);
    expect(await story.newestBill(subscription)).toEqual({
      status: 'finalized',
      period: [instant('2027-07-01'), instant('2027-08-01')],
      fees: [
        ['subscription', 3000, 0, '31/31'],
        ['charge', 600, 0],
      ],
      credit: 0,
      total: 3600,
      issued: '2027-08-01',
      due: '2027-08-31',
    });
    expect(await story.subscription(subscription.id)).toMatchObject({
      status: 'canceled',
      canceled_at: instant('2027-07-31T23:00'),
      terminated_at: null,
    });
    await problemOf(organization.post(path), 400, 'invalid_state');
    await problemOf(organization.delete(path), 400, 'invalid_state');
    expect(await story.kinds()).toEqual([
      'subscription.created',
      'subscription.started',
      'invoice.created',
      'invoice.finalized',
      'subscription.canceled',
      'invoice.created',
      'invoice.finalized',
    ]);
  });
});

describe('policies that may refuse a cancellation', () => {
  async function withNotice(): Promise<BillingStory> {
    const story = await BillingStory.begin(app);
    await app.database.query('INSERT INTO notice_periods VALUES ($1, 7)', [story.organization.id]);
    return story;
  }

  subscriptionPolicySuite('of a notice period', app, {
    from: '2027-11-25',
    async vetoed() {
      const story = await withNotice();
      const { id } = await story.subscribe(await story.plan());
      const sentence =
        "The subscription would end at 2027-12-01T00:00:00.000Z; ending it needs 7 days' notice.";
      return {
        story,
        subscriptionId: id,
        sentence,
        request: story.organization.post(`/v1/subscriptions/${id}/cancel`),
      };
    },
  });

  it('the notice period counts for every way to end a subscription', async () => {
    const story = await withNotice();
    await story.moveTo('2028-04-20');
    const { id } = await story.subscribe(await story.plan());
    const path = `/v1/subscriptions/${id}`;
    await problemOf(story.organization.delete(path), 400, 'invalid_state');
    const soon = { ending_at: instant('2028-04-22') };
    await problemOf(story.organization.put(path, soon), 400, 'invalid_state');
    expect(await bodyOf(story.organization.post(`${path}/cancel`))).toMatchObject({
      cancels_at: instant('2028-05-01'),
    });
    await story.moveTo('2028-05-01');
    expect(await story.subscription(id)).toMatchObject({ status: 'canceled' });
  });

  hostileSubscriptionPolicySuite(app, '2028-06-01');
});
