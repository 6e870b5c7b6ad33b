import { Injectable, Module } from '@nestjs/common';
import { CustomerBillingTerms } from '../../../src/modules/customers';
import { INVOICE_LINES, type InvoiceLineSource, type SubscriptionBill } from '../../../src/modules/invoices';
import { SubscriptionClock } from '../../../src/modules/subscriptions/subscription-clock';
import { Transactions, type Transaction } from '../../../src/platform/database/transactions';
import { extend } from '../../../src/platform/extensions';
import { TestClock } from '../../../src/platform/test-clock/test-clock';
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

/** Fails for a customer. The first time, it calls `before` with the bill that fails. */
@Injectable()
class FailingLines implements InvoiceLineSource {
  customerId = '';
  before: (() => Promise<void>) | null = null;

  async linesFor(_tx: Transaction, bill: SubscriptionBill): Promise<[]> {
    if (bill.customerId !== this.customerId) return [];
    const { before } = this;
    this.before = null;
    await before?.();
    throw new Error('no such row');
  }
}

@Module({ providers: [FailingLines, extend(INVOICE_LINES, FailingLines)] })
class FailingLinesModule {}

describe('a failed batch of due subscriptions', () => {
  const app = useTestApp({ TEST_CLOCK: 'on', DATABASE_TIMEOUT_MS: '2000' }, FailingLinesModule);
  const of = <T>(type: abstract new (...args: never[]) => T): T => app.app.get(type, { strict: false });

  it('leaves a subscription whose customer another process works on to the next run', async () => {
    const story = await BillingStory.begin(app);
    await story.moveTo('2031-03-01');
    const plan = await story.plan();
    const failing = await story.subscribe(plan);
    const busy = await story.subscribe(plan);
    const [fails, goOn] = [gate(), gate()];
    const extension = of(FailingLines);
    extension.customerId = failing.customer_id;
    extension.before = async () => {
      fails.open();
      await untilLockWait(app.database);
    };
    of(TestClock).moveTo(new Date('2031-04-01T00:00:00Z'));
    const running = of(SubscriptionClock).runDue();
    await fails.opened;
    // Gets the lock when the batch has failed.
    const holding = of(Transactions).run(async (tx) => {
      await of(CustomerBillingTerms).lock(tx, story.organization.id, [busy.customer_id]);
      await goOn.opened;
    });
    await running;

    expect(await story.subscription(failing.id)).toMatchObject({
      billing_error: { code: 'extension_failed' },
    });
    expect(await story.subscription(busy.id)).toMatchObject({ billing_error: null });
    expect(await story.invoices(busy)).toEqual([]);
    goOn.open();
    await holding;
    await of(SubscriptionClock).runDue();
    expect(await story.invoices(busy)).toHaveLength(1);
  });
});
