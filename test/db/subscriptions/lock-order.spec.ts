import { Transactions } from '../../../src/platform/database/transactions';
import type { SubscriptionBody } from '../../support/subscription-wire';
import { BillingStory } from '../../support/billing-story';
import { gate } from '../../support/gate';
import { untilLockWait } from '../../support/lock-waits';
import { useTestApp } from '../../support/use-test-app';
import { listOf } from '../../support/wire';

/** Finalization locks an invoice before the metered subscription; the reverse order would deadlock with it. */
describe('crediting the unused days of a prepaid fee', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  let story: BillingStory;

  beforeAll(async () => {
    story = await BillingStory.begin(app);
    await story.moveTo('2031-03-01');
  });

  /**
   * Runs `work` while the fee's invoice is locked; rejects if `work` locks the metered subscription first.
   */
  async function besideItsInvoice(
    subscription: SubscriptionBody,
    work: () => Promise<unknown>,
  ): Promise<void> {
    const [invoice] = (
      await listOf<{ id: string }>(
        story.organization.get(`/v1/invoices?customer_id=${subscription.customer_id}`),
      )
    ).items;
    const [locked, goOn] = [gate(), gate()];
    const holding = app.app.get(Transactions, { strict: false }).run(async (tx) => {
      await tx.query('SELECT FROM invoices WHERE id = $1 FOR UPDATE', [invoice?.id]);
      locked.open();
      await goOn.opened;
      await tx.query('SELECT FROM metered_subscriptions WHERE id = $1 FOR UPDATE NOWAIT', [subscription.id]);
    });
    await locked.opened;
    const working = work();
    await untilLockWait(app.database);
    goOn.open();
    await Promise.all([holding, working]);
  }

  it('terminating a subscription locks the invoice before the metered subscription', async () => {
    const subscription = await story.subscribe(await story.plan({ pay_in_advance: true }));
    await story.moveTo('2031-03-10');
    await besideItsInvoice(subscription, async () => {
      await story.organization.delete(`/v1/subscriptions/${subscription.id}`);
    });
    expect(await story.subscription(subscription.id)).toMatchObject({ status: 'terminated' });
  });

  it('upgrading a subscription locks the invoice before the metered subscription', async () => {
    const subscription = await story.subscribe(await story.plan({ pay_in_advance: true }));
    const dearer = await story.plan({ pay_in_advance: true, amount_cents: 9000 });
    await story.moveTo('2031-03-20');
    await besideItsInvoice(subscription, () => story.change(subscription.id, { plan_id: dearer.id }));
    expect(await story.subscription(subscription.id)).toMatchObject({ plan_id: dearer.id });
  });
});
