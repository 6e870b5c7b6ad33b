import { aCharge, aMetric } from '../support/builders';
import { BillingStory, emittedKinds } from '../support/billing-story';
import { useTestApp } from '../support/use-test-app';
import type { InvoiceFeeBody } from '../support/invoice-wire';
import { bodyOf, type CurrentUsageBody, type PlanBody } from '../support/wire';

/** Seats and storage carry their level into the next month. */
describe('recurring metrics', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });

  it('a recurring metric carries its level into the next period', async () => {
    const story = await BillingStory.begin(app);
    await story.moveTo('2027-06-01');
    const seats = { code: 'seats', aggregation_type: 'unique_count', field_name: 'user_id', recurring: true };
    const storage = { code: 'gb', aggregation_type: 'weighted_sum', recurring: true };
    const charges = [
      await story.chargeFor(seats, 'standard', { amount: '10' }),
      await story.chargeFor(storage, 'standard', { amount: '1' }),
    ];
    const plan = await story.plan({ amount_cents: 0, charges });
    const subscription = await story.subscribe(plan);
    const seat = (user_id: string, operation_type: string, at: string): Promise<unknown> =>
      story.report(subscription, 'seats', { user_id, operation_type }, at);
    const billed = async (): Promise<unknown[][]> => {
      const fees = (await story.invoices(subscription)).at(-1)?.fees ?? [];
      return fees.map((it: InvoiceFeeBody) => [
        it.billable_metric_code,
        it.units,
        it.events_count,
        it.amount_cents,
      ]);
    };

    await story.moveTo('2027-06-20');
    for (const user of ['ada', 'bob', 'cy', 'ada']) await seat(user, 'add', '2027-06-02');
    await seat('cy', 'remove', '2027-06-19');
    await story.use(subscription, 'gb', '30', '2027-06-16');
    expect(emittedKinds(await story.moveTo('2027-07-20'))).toEqual([
      '2027-07-01T00:00:00.000Z invoice.created',
      '2027-07-01T00:00:00.000Z invoice.finalized',
    ]);
    // 30 GB for 15 of 30 days.
    expect(await billed()).toEqual([
      [null, '1', null, 0],
      ['seats', '2', 5, 2000],
      ['gb', '15', 1, 1500],
    ]);

    await seat('dee', 'add', '2027-07-05');
    // Adding an active seat and removing an inactive one change nothing.
    await seat('ada', 'add', '2027-07-06');
    await seat('cy', 'remove', '2027-07-06');
    await story.use(subscription, 'gb', '-10', '2027-07-16T12:00');
    await story.moveTo('2027-08-01');
    // 10 GB less for the last 15.5 of 31 days.
    expect(await billed()).toEqual([
      [null, '1', null, 0],
      ['seats', '3', 3, 3000],
      ['gb', '25', 1, 2500],
    ]);

    await story.moveTo('2027-09-01');
    expect(await billed()).toEqual([
      [null, '1', null, 0],
      ['seats', '3', 0, 3000],
      ['gb', '20', 0, 2000],
    ]);
    const finalized = (await story.events()).filter(({ kind }) => kind === 'invoice.finalized');
    expect(finalized.map(({ object }) => object.total_amount_cents)).toEqual([3500, 5500, 5000]);
  });

  it('weighted sums refer to the whole month, whatever part of it a bill covers', async () => {
    const story = await BillingStory.begin(app, { timezone: 'Europe/Paris' });
    await story.moveTo('2029-03-04T23:00');
    const metered = async (recurring: boolean, amounts: string[]): Promise<PlanBody[]> => {
      const code = recurring ? 'kept' : 'used';
      await aMetric(story.organization, { code, aggregation_type: 'weighted_sum', recurring });
      return Promise.all(
        amounts.map((amount, index) =>
          story.plan({
            amount_cents: index,
            charges: [aCharge({ code }, { charge_model: 'standard', properties: { amount } })],
          }),
        ),
      );
    };
    const [used, usedToo] = await metered(false, ['1', '2']);
    const [kept, keptToo, keptNot] = await metered(true, ['1', '2', '3']);
    if (!used || !usedToo || !kept || !keptToo || !keptNot) throw new Error('No plans');
    const storage = await story.subscribe(used);
    const levels = await story.subscribe(kept);
    const unitsOf = async (subscription: { id: string }): Promise<string[]> =>
      (await story.invoices(subscription)).flatMap((it) =>
        it.fees.filter((fee) => fee.type === 'charge').map((fee) => fee.units),
      );
    const current = async (subscription: { id: string; customer_id: string }): Promise<string> => {
      const path = `/v1/customers/${subscription.customer_id}/current_usage`;
      const usage = await bodyOf<CurrentUsageBody>(story.organization.get(path));
      return usage.charges.map((it) => it.units).join();
    };
    await story.use(storage, 'used', '743', '2029-03-04T23:00');
    await story.use(levels, 'kept', '743', '2029-03-04T23:00');
    // From 5 March to the end of March: 647 of 743 hours, because clocks go forward on 25 March.
    expect(await current(storage)).toBe('647');
    expect(await current(levels)).toBe('647');

    await story.moveTo('2029-03-14T23:00');
    await story.change(storage.id, { plan_id: usedToo.id });
    await story.change(levels.id, { plan_id: keptToo.id });
    await story.moveTo('2029-03-16T23:00');
    await story.change(levels.id, { plan_id: keptNot.id });
    await story.organization.delete(`/v1/subscriptions/${storage.id}`);
    expect(await unitsOf(storage)).toEqual(['240', '48']);
    expect(await unitsOf(levels)).toEqual(['240', '48']);

    await story.moveTo('2029-04-01');
    expect(await unitsOf(levels)).toEqual(['240', '48', '359']);
    await story.moveTo('2029-04-10T22:00');
    await story.organization.delete(`/v1/subscriptions/${levels.id}`);
    // 240 of 720 hours
    expect((await unitsOf(levels)).at(-1)).toBe('247.66666666666666666667');
  });
});
