import { BillingStory } from '../../support/billing-story';
import { mismatchesOf } from '../../support/mismatches';
import { reportOf, type MrrReport } from '../../support/reports';
import { useTestApp } from '../../support/use-test-app';
import { bodyOf } from '../../support/wire';

/** Days in Kathmandu begin at 18:15 UTC. */
describe('monthly recurring revenue by day, in Kathmandu', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  let story: BillingStory;

  beforeAll(async () => {
    story = await BillingStory.begin(app, { timezone: 'Asia/Kathmandu' });
    await story.moveTo('2027-03-01T00:00');
  });

  const report = (from: string, to: string): Promise<MrrReport> =>
    reportOf(story.organization, `mrr?from=${from}&to=${to}`);

  /** Returns the days on which the value is not that of the day before, by currency. */
  async function changes(from: string, to: string): Promise<Record<string, [unknown, unknown][]>> {
    const { data } = await report(from, to);
    const changed = data.map(({ currency, series }): [string, [unknown, unknown][]] => [
      currency,
      series
        .filter((day, index) => day.mrr_cents !== (series[index - 1]?.mrr_cents ?? 0))
        .map((day) => [day.date, day.mrr_cents]),
    ]);
    return Object.fromEntries(changed);
  }

  it('is the sum of the prices, each converted to a month', async () => {
    expect((await report('2027-03-01', '2027-03-02')).data).toEqual([]);
    for (const [interval, amount_cents] of [
      ['weekly', 700],
      ['monthly', 4900],
      ['quarterly', 10_000],
      ['yearly', 10_001],
    ] as const) {
      await story.subscribe(await story.plan({ interval, amount_cents, currency: 'EUR' }));
      await story.moveTo(`2027-03-0${{ weekly: 2, monthly: 3, quarterly: 4, yearly: 5 }[interval]}T00:00`);
    }
    // Sums of a year: 36,400; + 58,800; + 40,000; + 10,001
    expect(await changes('2027-02-20', '2027-03-10')).toEqual({
      EUR: [
        ['2027-03-01', 3033],
        ['2027-03-02', 7933],
        ['2027-03-03', 11_267],
        ['2027-03-04', 12_100],
      ],
    });
    expect(await mismatchesOf(story.organization)).toEqual({});
  });

  it('changes when a trial ends, a plan changes and a subscription ends, on the local day', async () => {
    const trial = await story.plan({ amount_cents: 1000, currency: 'USD', trial_period_days: 7 });
    const more = await story.plan({ amount_cents: 12_000, currency: 'USD', interval: 'quarterly' });
    const less = await story.plan({ amount_cents: 300, currency: 'USD' });
    await story.moveTo('2027-03-10T18:14');
    const subscription = await story.subscribe(trial);
    const other = await story.subscribe(less);
    await story.moveTo('2027-03-20T18:15');
    await story.change(subscription.id, { plan_id: more.id });
    await story.moveTo('2027-03-21T18:15');
    // A downgrade takes effect at the end of the quarter, a cancellation at the end of the month.
    await story.change(subscription.id, { plan_id: less.id });
    await bodyOf(story.organization.post(`/v1/subscriptions/${other.id}/cancel`));
    await story.moveTo('2027-04-10T00:00');
    await story.organization.delete(`/v1/subscriptions/${subscription.id}`).expect(204);

    expect((await changes('2027-02-20', '2027-06-30')).USD).toEqual([
      ['2027-03-10', 300],
      ['2027-03-17', 1300],
      ['2027-03-21', 4300],
      ['2027-04-01', 300],
      ['2027-04-10', 0],
    ]);
    expect(await mismatchesOf(story.organization)).toEqual({});
  });

  it('carries the value of the time before on to every day, also in later months', async () => {
    const { EUR } = await changes('2027-09-01', '2028-08-31');
    expect(EUR).toEqual([['2027-09-01', 12_100]]);
    const { series = [] } = (await report('2027-03-04', '2027-03-31')).data[0] ?? {};
    expect(series.map((it) => it.mrr_cents)).toEqual(Array(28).fill(12_100));
  });

  it('counts a start in the past from that day', async () => {
    const plan = await story.plan({ amount_cents: 500, currency: 'GBP' });
    await story.subscribe(plan, { subscription_at: '2027-01-15T18:15:00.000Z' });
    expect(await changes('2027-01-01', '2027-04-30')).toMatchObject({ GBP: [['2027-01-16', 500]] });
    expect(await mismatchesOf(story.organization)).toEqual({});
  });
});
