import { Client } from 'pg';
import { BillingStory } from '../../support/billing-story';
import type { SubscriptionBody } from '../../support/subscription-wire';
import { useTestApp } from '../../support/use-test-app';
import { bodyOf, type MetricBody } from '../../support/wire';

const FEW = 2;
const MORE = 10;
/** Number of months that are compared. */
const MONTHS = 5;
/** Limit per additional subscription: those that are due at an instant share their statements. */
const MOST_STATEMENTS = 3;
/** Statements of schedules that may have run in a month. Even one statement per charge would be more: 18. */
const SLACK = 9;

/** Returns the first day of a month by its number since January 2027. */
const month = (index: number): string => new Date(Date.UTC(2027, index, 1)).toISOString().slice(0, 10);

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
    const leastOf = async (first: number): Promise<number> => {
      const counts: number[] = [];
      for (let index = first; index < first + MONTHS; index++) {
        const before = statements.mock.calls.length;
        await story.moveTo(month(index));
        counts.push(statements.mock.calls.length - before);
      }
      return Math.min(...counts);
    };
    await story.moveTo(month(1));
    const few = await leastOf(2);
    for (const { id } of first) await story.organization.delete(`/v1/subscriptions/${id}`).expect(204);
    const plan = await story.plan({ charges });
    await subscribe(FEW, plan);
    await story.moveTo(month(MONTHS + 2));
    const withCharges = await leastOf(MONTHS + 3);
    await subscribe(MORE, plan);
    await story.moveTo(month(2 * MONTHS + 3));
    const many = await leastOf(2 * MONTHS + 4);
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
