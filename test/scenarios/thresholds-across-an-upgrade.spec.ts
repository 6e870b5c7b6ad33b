import { BillingStory, instant } from '../support/billing-story';
import { useTestApp } from '../support/use-test-app';
import { eventually } from '../support/eventually';

interface Crossing {
  subscription_id: string;
  period: { from: string; to: string };
  usage_amount_cents: number;
  multiple: number;
  crossed_amount_cents: number;
}

/** A recurring threshold of 10.00; a call costs 0.10 on the small plan and 0.20 on the large one. */
describe('a usage threshold across an upgrade', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });

  it("a threshold is crossed before the upgrade's invoice and starts from zero under the new plan", async () => {
    const story = await BillingStory.begin(app);
    await story.moveTo('2027-06-01');
    const charge = await story.charge('calls', '0.10');
    const small = await story.plan({ charges: [charge] });
    const large = await story.plan({
      amount_cents: 6000,
      charges: [{ ...charge, properties: { amount: '0.20' } }],
    });
    const subscription = await story.subscribe(small);
    const path = `/v1/subscriptions/${subscription.id}/usage_thresholds`;
    await story.organization.post(path, { amount_cents: 1000, recurring: true }).expect(201);

    await story.moveTo('2027-06-16T12:00');
    await story.use(subscription, 'calls', '250', '2027-06-15');
    await eventually(async () => ((await story.kinds()).length >= 4 ? true : null));
    await story.change(subscription.id, { plan_id: large.id });
    expect(await story.newestBill(subscription)).toMatchObject({
      period: [instant('2027-06-01'), instant('2027-06-16T12:00')],
      fees: [
        ['subscription', 1500, 0, '15/30'],
        ['charge', 2500, 0],
      ],
      total: 4000,
      issued: '2027-06-16',
    });

    await story.use(subscription, 'calls', '60', '2027-06-16T12:00');
    await eventually(async () => ((await story.kinds()).length >= 8 ? true : null));
    await story.use(subscription, 'calls', '50', '2027-06-16T12:00');
    // No waiting here: the test clock does not move past pending threshold checks.
    await story.moveTo('2027-07-01');
    expect(await story.newestBill(subscription)).toMatchObject({
      fees: [
        ['subscription', 3000, 0, '15/30'],
        ['charge', 2200, 0],
      ],
      total: 5200,
    });
    await story.use(subscription, 'calls', '50', '2027-07-01');
    await story.moveTo('2027-08-01');

    expect(await story.kinds()).toEqual([
      'subscription.created',
      'subscription.started',
      'usage_threshold.crossed',
      'usage_threshold.crossed',
      'subscription.plan_changed',
      'invoice.created',
      'invoice.finalized',
      'usage_threshold.crossed',
      'usage_threshold.crossed',
      'invoice.created',
      'invoice.finalized',
      'usage_threshold.crossed',
      'invoice.created',
      'invoice.finalized',
    ]);
    const crossings = (await story.events())
      .filter(({ kind }) => kind === 'usage_threshold.crossed')
      .map(({ object }) => object.crossing as Crossing);
    expect(
      crossings.map((it) => [it.multiple, it.crossed_amount_cents, it.usage_amount_cents, it.period.from]),
    ).toEqual([
      [1, 1000, 2500, instant('2027-06-01')],
      [2, 2000, 2500, instant('2027-06-01')],
      [1, 1000, 1200, instant('2027-06-16T12:00')],
      [2, 2000, 2200, instant('2027-06-16T12:00')],
      [1, 1000, 1000, instant('2027-07-01')],
    ]);
    expect(new Set(crossings.map((it) => it.subscription_id))).toEqual(new Set([subscription.id]));
  });
});
