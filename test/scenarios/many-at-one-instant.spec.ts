import { BillingStory, instant } from '../support/billing-story';
import { scaled } from '../support/long-form';
import { useTestApp } from '../support/use-test-app';
import type { InvoiceBody } from '../support/invoice-wire';
import { bodyOf, listOf, type EventBatchBody } from '../support/wire';

const COUNT = scaled(60, 400);
/** Number of concurrent requests that create the subscriptions. */
const AT_ONCE = 8;

/** The end of a month for many customers, whose subscriptions are billed concurrently. */
describe(`${COUNT} subscriptions whose periods end at the same instant`, () => {
  const app = useTestApp({ TEST_CLOCK: 'on', DATABASE_POOL_SIZE: '10' });

  it('each subscription gets exactly one invoice, numbered without gaps', async () => {
    const story = await BillingStory.begin(app);
    await story.tax('19');
    await story.moveTo('2027-04-01');
    const plan = await story.plan({ charges: [await story.charge('calls', '0.01')] });
    const ids: string[] = [];
    const subscribe = async (): Promise<void> => {
      while (ids.length < COUNT) {
        const index = ids.push('') - 1;
        ids[index] = (await story.subscribe(plan, { external_id: `many_${index + 1}` })).id;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, subscribe));
    const events = ids.map((_, index) => ({
      transaction_id: `use_${index + 1}`,
      code: 'calls',
      external_subscription_id: `many_${index + 1}`,
      properties: { value: String(100 * (index + 1)) },
    }));
    const batch = await bodyOf<EventBatchBody>(story.organization.post('/v1/events/batch', { events }), 201);
    expect(batch.ingested).toBe(COUNT);
    const before = (await story.kinds()).length;

    const caused = await story.moveTo('2027-05-01');

    expect(caused).toHaveLength(2 * COUNT);
    expect(new Set(caused.map((it) => it.created_at))).toEqual(new Set([instant('2027-05-01')]));
    const list = story.organization.get('/v1/invoices?order_by=created_at&limit=1000');
    const { items: invoices, total } = await listOf<InvoiceBody>(list);
    expect(total).toBe(COUNT);
    const numbers = invoices.map((it) => Number(it.number?.replace(/.*-/, '')));
    expect(numbers.sort((a, b) => a - b)).toEqual(ids.map((_, index) => index + 1));
    const bySubscription = new Map(invoices.map((it) => [it.subscription_id, it]));
    expect([...bySubscription.keys()].sort()).toEqual([...ids].sort());
    for (const [index, id] of ids.entries()) {
      // Subscription n used 100 n calls at 0.01. Taxes of 19 % apply to them and to the plan fee of 30.00.
      const usage = 100 * (index + 1);
      expect(bySubscription.get(id)).toMatchObject({
        status: 'finalized',
        fees_amount_cents: 3000 + usage,
        taxes_amount_cents: 570 + 19 * (index + 1),
        total_amount_cents: 3570 + 119 * (index + 1),
      });
    }
    const sum = invoices.reduce((cents, it) => cents + it.total_amount_cents, 0);
    expect(sum).toBe(COUNT * 3570 + 119 * ((COUNT * (COUNT + 1)) / 2));
    const told = (await story.events()).slice(before);
    const kindsOf = new Map<unknown, string[]>(invoices.map((it) => [it.id, []]));
    for (const { kind, object } of told) kindsOf.get(object.id)?.push(kind);
    for (const kinds of kindsOf.values()) expect(kinds).toEqual(['invoice.created', 'invoice.finalized']);
    expect(await story.moveTo('2027-05-02')).toEqual([]);
    const { agrees } = await bodyOf<{ agrees: boolean }>(story.organization.get('/v1/reconciliation'));
    expect(agrees).toBe(true);
  }, 180_000);
});
