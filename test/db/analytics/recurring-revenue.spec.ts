import { AnalyticsRepository } from '../../../src/modules/analytics/analytics.repository';
import { Transactions, type Transaction } from '../../../src/platform/database/transactions';
import { newId } from '../../../src/platform/domain/id';
import { gate } from '../../support/gate';
import { untilLockWait } from '../../support/lock-waits';
import { useTestApp } from '../../support/use-test-app';

const EVENING = new Date('2030-01-01T23:59:59Z');
const MORNING = new Date('2030-01-02T00:00:01Z');

describe('recurring revenue', () => {
  const app = useTestApp({ ROLE: 'api' });

  it('that changes at midnight is complete on both days', async () => {
    const { id: organizationId } = await app.anOrganization();
    const transactions = app.app.get(Transactions);
    const repository = app.app.get(AnalyticsRepository);
    const start = (tx: Transaction, monthlyCents: string, at: Date): Promise<void> => {
      const revenue = { currency: 'EUR', monthlyCents };
      return repository.countSubscription(tx, { organizationId, subscriptionId: newId(), revenue, at });
    };
    await transactions.runFor(organizationId, (tx) => start(tx, '100', EVENING));

    const commit = gate();
    const counted = gate();
    const evening = transactions.runFor(organizationId, async (tx) => {
      await start(tx, '10', EVENING);
      counted.open();
      await commit.opened;
    });
    await counted.opened;
    const morning = transactions.runFor(organizationId, (tx) => start(tx, '5', MORNING));
    await untilLockWait(app.database);
    commit.open();
    await Promise.all([evening, morning]);

    const days = await transactions.readFor(organizationId, (tx) =>
      repository.revenueDays(tx, organizationId, { from: '2030-01-01', to: '2030-01-02' }),
    );
    expect(days.map((it) => [it.subscriptions, it.monthlyCents])).toEqual([
      ['2', '110'],
      ['3', '115'],
    ]);
  });
});
