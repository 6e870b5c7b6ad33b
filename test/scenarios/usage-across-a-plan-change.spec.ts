import { BillingStory, instant } from '../support/billing-story';
import { aCharge, aMetric } from '../support/builders';
import type { InvoiceBody } from '../support/invoice-wire';
import { useTestApp } from '../support/use-test-app';
import { bodyOf, type CurrentUsageBody } from '../support/wire';

const NOW = instant('2030-06-15T12:00');

interface PreviewedInvoice {
  currency: string;
  fees_amount_cents: number;
  taxes_amount_cents: number;
  total_amount_cents: number;
}

const amount = (value: string): object => ({ charge_model: 'standard', properties: { amount: value } });

/** Returns metric, units and number of events of each charge on the invoices. */
function chargesOn(invoices: readonly InvoiceBody[]): unknown[][] {
  const fees = invoices.flatMap((it) => it.fees).filter((it) => it.type === 'charge');
  return fees.map((it) => [it.billable_metric_code, it.units, it.events_count]);
}

/** Usage belongs to the plan in force at its timestamp. */
describe('usage across a plan change', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  let story: BillingStory;

  beforeEach(async () => {
    story = await BillingStory.begin(app);
  });

  it('a preview bills exactly what the change bills, and later usage counts for the new plan', async () => {
    await story.moveTo(NOW);
    const metrics = [
      { code: 'calls' },
      { code: 'seats', recurring: true },
      { code: 'users', aggregation_type: 'unique_count', recurring: true },
      { code: 'storage', aggregation_type: 'weighted_sum' },
      { code: 'sales' },
    ] as const;
    for (const metric of metrics) await aMetric(story.organization, { ...metric });
    const [calls, seats, users, storage, sales] = metrics;
    const percentage = { rate: '10', free_units_per_events: 1, per_transaction_min_amount: '2' };
    await story.tax('20');
    const before = await story.plan({
      charges: [
        ...[calls, seats, users, storage].map((it) => aCharge(it, amount('0.5'))),
        aCharge(sales, { charge_model: 'percentage', properties: percentage }),
      ],
    });
    const after = await story.plan({
      ...{ amount_cents: 6000, pay_in_advance: true },
      charges: [aCharge(calls, amount('0.25')), aCharge(seats, amount('6')), aCharge(storage, amount('1'))],
    });
    const subscription = await story.subscribe(before, { subscription_at: instant('2030-06-01') });
    const [earlier, ahead] = [instant('2030-06-15T11:59:59.999'), instant('2030-06-15T12:05')];
    for (const [code, values] of [
      ['calls', ['10', '100', '400']],
      ['seats', ['3', '7', '2']],
      ['users', ['ann', 'bob', 'cy']],
      ['storage', ['720', '90', '9']],
      ['sales', ['1000', '50', '2000']],
    ] as const) {
      for (const [index, at] of [earlier, NOW, ahead].entries()) {
        await story.use(subscription, code, values[index] ?? '', at);
      }
    }
    await story.use(subscription, 'sales', '30', instant('2030-06-02'));
    const usage = async (): Promise<unknown[][]> => {
      const path = `/v1/customers/${subscription.customer_id}/current_usage`;
      const { charges } = await bodyOf<CurrentUsageBody>(story.organization.get(path));
      return charges.map((it) => [it.billable_metric_code, it.units, it.events_count]);
    };
    const unchanged = await usage();

    const { invoices: previewed } = await bodyOf<{ invoices: PreviewedInvoice[] }>(
      story.organization.post(`/v1/subscriptions/${subscription.id}/change_plan_preview`, {
        plan_id: after.id,
      }),
    );
    expect(await usage()).toEqual(unchanged);
    await story.change(subscription.id, { plan_id: after.id });
    const invoices = await story.invoices(subscription);
    expect(previewed).toEqual(
      invoices.map((it) => ({
        currency: it.currency,
        fees_amount_cents: it.fees_amount_cents,
        taxes_amount_cents: it.taxes_amount_cents,
        total_amount_cents: it.total_amount_cents,
      })),
    );
    expect(chargesOn(invoices)).toMatchObject([
      ['calls', '10', 1],
      ['seats', '3', 1],
      ['users', '1', 1],
      ['storage', '0.00000027777777777778', 1],
      ['sales', '1030', 2],
    ]);
    expect(await usage()).toEqual([
      ['calls', '500', 2],
      ['seats', '12', 2],
      // 810 from noon on 15 June and 9 from 5 minutes later
      ['storage', '423.14895833333333333333', 2],
    ]);
  });
});
