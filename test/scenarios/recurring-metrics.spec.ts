import { BillingStory, emittedKinds } from '../support/billing-story';
import { useTestApp } from '../support/use-test-app';
import type { InvoiceFeeBody } from '../support/invoice-wire';

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
});
