import { BillingStory, instant, emittedKinds } from '../support/billing-story';
import { useTestApp } from '../support/use-test-app';

/** A trial that spans the end of a month, with an upgrade to a plan with a longer trial. */
describe('trials', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  let story: BillingStory;
  let charge: object;

  beforeEach(async () => {
    story = await BillingStory.begin(app);
    charge = await story.charge('calls', '1');
  });

  it('a trial continues under the new plan from its original start, and usage during the trial is billed', async () => {
    await story.moveTo('2027-03-10T12:00');
    const terms = { pay_in_advance: true, charges: [charge] };
    const small = await story.plan({ ...terms, trial_period_days: 45 });
    const large = await story.plan({ ...terms, amount_cents: 6000, trial_period_days: 60 });
    const subscription = await story.subscribe(small);
    expect(subscription).toMatchObject({ trial_ends_at: instant('2027-04-24T12:00'), trial_ended_at: null });
    expect(await story.invoices(subscription)).toEqual([]);
    await story.use(subscription, 'calls', '5', '2027-03-10T12:00');

    expect(emittedKinds(await story.moveTo('2027-04-12T08:00'))).toEqual([
      '2027-04-01T00:00:00.000Z invoice.created',
      '2027-04-01T00:00:00.000Z invoice.finalized',
    ]);
    expect(await story.newestBill(subscription)).toMatchObject({
      period: [instant('2027-03-10'), instant('2027-04-01')],
      fees: [['charge', 500, 0]],
      total: 500,
    });

    await story.use(subscription, 'calls', '7', '2027-04-12T07:59:59');
    await story.use(subscription, 'calls', '11', '2027-04-12T08:00');
    const upgraded = await story.change(subscription.id, { plan_id: large.id });
    expect(upgraded).toMatchObject({
      trial_ends_at: instant('2027-05-09T12:00'),
      trial_ended_at: null,
      current_period: { from: instant('2027-04-12'), to: instant('2027-05-01') },
    });
    expect((await story.kinds()).slice(-3)).toEqual([
      'subscription.plan_changed',
      'invoice.created',
      'invoice.finalized',
    ]);
    expect(await story.newestBill(subscription)).toMatchObject({
      period: [instant('2027-04-01'), instant('2027-04-12T08:00')],
      fees: [['charge', 700, 0]],
    });

    expect(emittedKinds(await story.moveTo('2027-05-20'))).toEqual([
      '2027-05-01T00:00:00.000Z invoice.created',
      '2027-05-01T00:00:00.000Z invoice.finalized',
      '2027-05-09T12:00:00.000Z subscription.trial_ended',
      '2027-05-09T12:00:00.000Z invoice.created',
      '2027-05-09T12:00:00.000Z invoice.finalized',
    ]);
    const [usage, opening] = (await story.invoices(subscription)).slice(-2);
    expect(usage?.fees.map((it) => it.amount_cents)).toEqual([1100]);
    // The day on which the trial ends is the first billed day: 6000 x 23 / 31 = 4451.6.
    expect(opening).toMatchObject({
      billing_period: { from: instant('2027-05-01'), to: instant('2027-06-01') },
      total_amount_cents: 4452,
      issuing_date: '2027-05-09',
    });
    await story.use(subscription, 'calls', '13', '2027-05-20');
    await story.moveTo('2027-06-01');
    expect(await story.newestBill(subscription)).toMatchObject({
      period: [instant('2027-06-01'), instant('2027-07-01')],
      fees: [
        ['subscription', 6000, 0, '30/30'],
        ['charge', 1300, 0],
      ],
      total: 7300,
    });
    expect(await story.subscription(subscription.id)).toMatchObject({
      trial_ended_at: instant('2027-05-09T12:00'),
    });
  });

  it('an upgrade to a plan without a trial ends the trial and is billed starting with that day', async () => {
    await story.moveTo('2027-07-01T12:00');
    const trial = await story.plan({ trial_period_days: 45 });
    const plain = await story.plan({ amount_cents: 6200, pay_in_advance: true });
    const subscription = await story.subscribe(trial);
    await story.moveTo('2027-07-12T08:00');
    expect(await story.change(subscription.id, { plan_id: plain.id })).toMatchObject({
      trial_ended_at: instant('2027-07-12T08:00'),
    });
    expect((await story.kinds()).slice(2)).toEqual([
      'subscription.trial_ended',
      'subscription.plan_changed',
      'invoice.created',
      'invoice.finalized',
    ]);
    expect(await story.newestBill(subscription)).toMatchObject({
      period: [instant('2027-07-12'), instant('2027-08-01')],
      fees: [['subscription', 4000, 0, '20/31']],
    });
  });

  it('terminating during a trial bills only usage', async () => {
    await story.moveTo('2027-08-01');
    const plan = await story.plan({ pay_in_advance: true, trial_period_days: 45, charges: [charge] });
    const subscription = await story.subscribe(plan);
    await story.use(subscription, 'calls', '3', '2027-08-01');
    await story.moveTo('2027-08-02');
    await story.organization.delete(`/v1/subscriptions/${subscription.id}`).expect(204);
    expect((await story.kinds()).slice(2)).toEqual([
      'subscription.trial_ended',
      'invoice.created',
      'invoice.finalized',
      'subscription.terminated',
    ]);
    expect(await story.newestBill(subscription)).toMatchObject({ fees: [['charge', 300, 0]], total: 300 });
    expect(emittedKinds(await story.moveTo('2027-12-01'))).toEqual([]);
  });
});
