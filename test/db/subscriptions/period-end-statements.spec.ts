import { Client } from 'pg';
import { BillingStory } from '../../support/billing-story';
import { useTestApp } from '../../support/use-test-app';
import { bodyOf, type MetricBody } from '../../support/wire';

const FEW = 2;
const MORE = 10;
/** Limit per subscription. The end of a period takes about 36 statements, three of them for row security. */
const MOST_STATEMENTS = 38;

describe('the end of a billing period', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });

  afterEach(() => jest.restoreAllMocks());

  it('takes a limited number of statements per subscription', async () => {
    const story = await BillingStory.begin(app);
    await story.tax('20');
    await story.moveTo('2027-01-01');
    const charges = [await story.charge('calls', '1'), await story.charge('bytes', '0.1')];
    const plan = await story.plan({ charges });
    for (let made = 0; made < FEW; made++) await story.subscribe(plan);
    const statements = jest.spyOn(Client.prototype, 'query');
    const countOf = async (now: string): Promise<number> => {
      const before = statements.mock.calls.length;
      await story.moveTo(now);
      return statements.mock.calls.length - before;
    };
    // Schedules add statements at random, so the comparison uses the month with the fewest.
    const leastOf = async (months: readonly string[]): Promise<number> => {
      const counts: number[] = [];
      for (const month of months) counts.push(await countOf(month));
      return Math.min(...counts);
    };
    await story.moveTo('2027-02-01');
    const few = await leastOf(['2027-03-01', '2027-04-01', '2027-05-01']);
    for (let made = 0; made < MORE; made++) await story.subscribe(plan);
    await story.moveTo('2027-06-01');
    const many = await leastOf(['2027-07-01', '2027-08-01', '2027-09-01']);
    expect((many - few) / MORE).toBeLessThanOrEqual(MOST_STATEMENTS);
    expect((many - few) / MORE).toBeGreaterThan(10);
  });

  it('bills each fee under the current name of its metric', async () => {
    const story = await BillingStory.begin(app);
    const { organization } = story;
    await story.moveTo('2027-10-01');
    const plan = await story.plan({ charges: [await story.charge('calls', '1')] });
    const subscription = await story.subscribe(plan);
    const descriptions = async (): Promise<(string | undefined)[]> =>
      (await story.invoices(subscription)).map((it) => it.fees[1]?.description);
    await story.use(subscription, 'calls', '1', '2027-10-01');
    await story.moveTo('2027-11-01');
    const [metric] = await bodyOf<MetricBody[]>(organization.get('/v1/billable_metrics?code=calls'));
    await bodyOf(organization.put(`/v1/billable_metrics/${metric?.id ?? ''}`, { name: 'Phone calls' }));
    await story.use(subscription, 'calls', '1', '2027-11-01');
    await story.moveTo('2027-12-01');
    expect(await descriptions()).toEqual(['calls', 'Phone calls']);
  });
});
