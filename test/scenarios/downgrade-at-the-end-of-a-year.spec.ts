import { BillingStory, instant, emittedKinds } from '../support/billing-story';
import { useTestApp } from '../support/use-test-app';

describe('downgrades', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  let story: BillingStory;

  beforeEach(async () => {
    story = await BillingStory.begin(app);
  });

  it('a downgrade takes effect at the end of the period, at the plan price when it was requested', async () => {
    await story.moveTo('2027-07-01T10:00');
    const yearly = await story.plan({ interval: 'yearly', amount_cents: 120_000 });
    const monthly = await story.plan({ amount_cents: 900 });
    const subscription = await story.subscribe(yearly);
    await story.moveTo('2027-10-01');
    const preview = await story.organization
      .post(`/v1/subscriptions/${subscription.id}/change_plan_preview`, { plan_id: monthly.id })
      .expect(200);
    expect(preview.body).toEqual({
      subscription_id: subscription.id,
      change: 'downgrade',
      effective_at: instant('2028-01-01'),
      current_plan_id: yearly.id,
      plan_id: monthly.id,
      period: { from: instant('2028-01-01'), to: instant('2028-02-01') },
      fee_amount_cents: 900,
      trial_ends_at: null,
      credit_amount_cents: 0,
      currency: 'USD',
      invoices: [
        {
          currency: 'USD',
          fees_amount_cents: 60_493,
          coupons_amount_cents: 0,
          coupons: [],
          taxes_amount_cents: 0,
          taxes: [],
          total_amount_cents: 60_493,
        },
      ],
    });
    await story.change(subscription.id, { plan_id: monthly.id });
    await story.organization.put(`/v1/plans/${monthly.id}`, { amount_cents: 1000 }).expect(200);

    expect(emittedKinds(await story.moveTo('2028-01-15'))).toEqual([
      '2028-01-01T00:00:00.000Z subscription.plan_changed',
      '2028-01-01T00:00:00.000Z invoice.created',
      '2028-01-01T00:00:00.000Z invoice.finalized',
    ]);
    // 120000 x 184 / 365 = 60493.15.
    expect(await story.newestBill(subscription)).toMatchObject({
      period: [instant('2027-07-01'), instant('2028-01-01')],
      fees: [['subscription', 60_493, 0, '184/365']],
      issued: '2028-01-01',
      due: '2028-01-31',
    });
    expect(await story.subscription(subscription.id)).toMatchObject({
      plan_id: monthly.id,
      previous_plan_id: yearly.id,
      next_plan_id: null,
      current_period: { from: instant('2028-01-01'), to: instant('2028-02-01') },
    });
    await story.moveTo('2028-02-01');
    expect(await story.newestBill(subscription)).toMatchObject({
      fees: [['subscription', 900, 0, '31/31']],
    });
  });

  it('a downgrade between plans in advance creates no credit note', async () => {
    await story.moveTo('2028-02-01');
    const large = await story.plan({ amount_cents: 6000, pay_in_advance: true });
    const small = await story.plan({ amount_cents: 3000, pay_in_advance: true });
    const subscription = await story.subscribe(large);
    await story.change(subscription.id, { plan_id: small.id });
    expect(emittedKinds(await story.moveTo('2028-03-01'))).toEqual([
      '2028-03-01T00:00:00.000Z subscription.plan_changed',
      '2028-03-01T00:00:00.000Z invoice.created',
      '2028-03-01T00:00:00.000Z invoice.finalized',
    ]);
    expect(await story.newestBill(subscription)).toMatchObject({
      period: [instant('2028-03-01'), instant('2028-04-01')],
      fees: [['subscription', 3000, 0, '31/31']],
      credit: 0,
    });
  });
});
