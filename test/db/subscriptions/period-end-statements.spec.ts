import { Client } from 'pg';
import { BillingStory } from '../../support/billing-story';
import type { SubscriptionBody } from '../../support/subscription-wire';
import { useTestApp } from '../../support/use-test-app';
import { bodyOf, type MetricBody } from '../../support/wire';

const FEW = 2;
const MORE = 10;
/** Limit per additional subscription: those that are due at an instant share their statements. */
const MOST_STATEMENTS = 3;
/** Statements of schedules that may have run in a month. Even one statement per charge would be more: 18. */
const SLACK = 9;

describe('the end of a billing period', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });

  afterEach(() => jest.restoreAllMocks());

  it('takes as many statements for ten charges as for one, and few more for more subscriptions', async () => {
    const story = await BillingStory.begin(app);
    await story.tax('20');
    await story.moveTo('2027-01-01');
    const charges = [await story.charge('calls', '1')];
    for (let made = 1; made < MORE; made++) charges.push(await story.charge(`bytes_${made}`, '0.1'));
    const subscribe = async (count: number, plan: { id: string }): Promise<SubscriptionBody[]> => {
      const made: SubscriptionBody[] = [];
      for (let i = 0; i < count; i++) made.push(await story.subscribe(plan));
      return made;
    };
    const first = await subscribe(FEW, await story.plan({ charges: charges.slice(0, 1) }));
    const statements = jest.spyOn(Client.prototype, 'query');
    // Schedules add statements at random, so the comparison uses the month with the fewest.
    const leastOf = async (months: readonly string[]): Promise<number> => {
      const counts: number[] = [];
      for (const month of months) {
        const before = statements.mock.calls.length;
        await story.moveTo(month);
        counts.push(statements.mock.calls.length - before);
      }
      return Math.min(...counts);
    };
    await story.moveTo('2027-02-01');
    const few = await leastOf(['2027-03-01', '2027-04-01', '2027-05-01']);
    for (const { id } of first) await story.organization.delete(`/v1/subscriptions/${id}`).expect(204);
    const plan = await story.plan({ charges });
    await subscribe(FEW, plan);
    await story.moveTo('2027-06-01');
    const withCharges = await leastOf(['2027-07-01', '2027-08-01', '2027-09-01']);
    await subscribe(MORE, plan);
    await story.moveTo('2027-10-01');
    const many = await leastOf(['2027-11-01', '2027-12-01', '2028-01-01']);
    expect(few).toBeGreaterThan(20);
    expect(withCharges - few).toBeLessThan(SLACK);
    expect((many - withCharges) / MORE).toBeLessThanOrEqual(MOST_STATEMENTS);
  });

  it('bills each fee under the current name of its metric', async () => {
    const story = await BillingStory.begin(app);
    const { organization } = story;
    await story.moveTo('2028-10-01');
    const plan = await story.plan({ charges: [await story.charge('calls', '1')] });
    const subscription = await story.subscribe(plan);
    const descriptions = async (): Promise<(string | undefined)[]> =>
      (await story.invoices(subscription)).map((it) => it.fees[1]?.description);
    await story.use(subscription, 'calls', '1', '2028-10-01');
    await story.moveTo('2028-11-01');
    const [metric] = await bodyOf<MetricBody[]>(organization.get('/v1/billable_metrics?code=calls'));
    await bodyOf(organization.put(`/v1/billable_metrics/${metric?.id ?? ''}`, { name: 'Phone calls' }));
    await story.use(subscription, 'calls', '1', '2028-11-01');
    await story.moveTo('2028-12-01');
    expect(await descriptions()).toEqual(['calls', 'Phone calls']);
  });
});
