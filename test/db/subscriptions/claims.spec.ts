import { CustomerBillingTerms } from '../../../src/modules/customers';
import { SubscriptionClock } from '../../../src/modules/subscriptions/lifecycle/subscription-clock';
import { Transactions, type Transaction } from '../../../src/platform/database/transactions';
import { BillingStory } from '../../support/billing-story';
import { gate } from '../../support/gate';
import { useProvider, useTestApp } from '../../support/use-test-app';
import { bodyOf, type SubscriptionBody } from '../../support/wire';

/** Due subscriptions are claimed by their customers first, without waiting (docs/decisions.md#lock-order). */
describe('claiming due subscriptions', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  const clock = useProvider(app, SubscriptionClock);
  const transactions = useProvider(app, Transactions);
  const customers = useProvider(app, CustomerBillingTerms);
  let year = 2030;
  let story: BillingStory;
  let held: SubscriptionBody;
  let free: SubscriptionBody;

  /** Two customers with coupons, so that billing locks what they have to spend; both are due. */
  beforeEach(async () => {
    story = await BillingStory.begin(app);
    const { organization } = story;
    const coupon = { code: 'ten', name: 'Ten', coupon_type: 'percentage', percentage_rate: '10' };
    await bodyOf(organization.post('/v1/coupons', { ...coupon, frequency: 'forever' }), 201);
    await story.moveTo(`${++year}-01-01T12:00`);
    const start = `${year}-01-01T12:01:00Z`;
    const plan = await story.plan({ pay_in_advance: true });
    [held, free] = [await subscribe(), await subscribe()];

    async function subscribe(): Promise<SubscriptionBody> {
      const subscription = await story.subscribe(plan, { subscription_at: start });
      const path = `/v1/customers/${subscription.customer_id}/coupons`;
      await bodyOf(organization.post(path, { coupon_code: 'ten' }), 201);
      return subscription;
    }
  });

  const makeDue = (): Promise<unknown> =>
    app.database.query(
      `UPDATE subscriptions SET next_action_at = subscription_at - interval '1 minute',
                                subscription_at = subscription_at - interval '1 minute' WHERE organization_id = $1`,
      [story.organization.id],
    );
  const statusOf = async ({ id }: { id: string }) => (await story.subscription(id)).status;

  /** Runs the work while a transaction holds the lock of a customer; the transaction then goes on. */
  async function whileHeld(work: () => Promise<void>, then: (tx: Transaction) => Promise<void>) {
    const [locked, goOn] = [gate(), gate()];
    const holding = transactions.run(async (tx) => {
      await customers.lock(tx, story.organization.id, [held.customer_id]);
      locked.open();
      await goOn.opened;
      await then(tx);
    });
    await locked.opened;
    await work().finally(() => {
      goOn.open();
    });
    await holding;
  }

  it('a customer that a request has locked is passed over, and stops nobody', async () => {
    await makeDue();
    await whileHeld(
      async () => {
        await clock.run();
        expect([await statusOf(held), await statusOf(free)]).toEqual(['pending', 'active']);
      },
      async (tx) => {
        // A claim that waited for the customer while it holds the subscription would be a deadlock.
        await tx.query('SELECT FROM subscriptions WHERE id = $1 FOR UPDATE NOWAIT', [held.id]);
      },
    );
    await clock.run();
    expect(await statusOf(held)).toBe('active');
    const [bill] = await story.invoices(held);
    expect(bill).toMatchObject({ coupons_amount_cents: expect.any(Number) as number, status: 'finalized' });
    expect(bill?.coupons_amount_cents).toBeGreaterThan(0);
  });

  it('claims that run at the same time do everything once', async () => {
    await makeDue();
    await Promise.all([clock.run(), clock.run(), clock.run()]);
    for (const it of [held, free]) {
      expect(await statusOf(it)).toBe('active');
      expect(await story.invoices(it)).toHaveLength(1);
    }
  });
});
