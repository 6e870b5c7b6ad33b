import { BillingStory, instant } from '../support/billing-story';
import { aCharge, aMetric } from '../support/builders';
import type { InvoiceBody } from '../support/invoice-wire';
import type { SubscriptionBody } from '../support/subscription-wire';
import { useTestApp } from '../support/use-test-app';
import { bodyOf, type CurrentUsageBody } from '../support/wire';

const NOW = instant('2030-06-15T12:00');

interface PreviewedInvoice {
  currency: string;
  fees_amount_cents: number;
  coupons_amount_cents: number;
  coupons: object[];
  taxes_amount_cents: number;
  taxes: unknown[];
  total_amount_cents: number;
}

const SEATS = { code: 'seats', recurring: true };
const USERS = { code: 'users', aggregation_type: 'unique_count', recurring: true };

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
      SEATS,
      USERS,
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
        coupons_amount_cents: it.coupons_amount_cents,
        coupons: it.coupons,
        taxes_amount_cents: it.taxes_amount_cents,
        taxes: it.taxes,
        total_amount_cents: it.total_amount_cents,
      })),
    );
    expect(chargesOn(invoices)).toMatchObject([
      ['calls', '10', 1],
      // Not the seats, because the new plan charges them at the end of the month.
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

  it('the level of a recurring metric is billed once, by the plan in force at the end of the period', async () => {
    await story.moveTo('2031-06-01');
    const seats = await story.chargeFor(SEATS, 'standard', { amount: '5' });
    const users = await story.chargeFor(USERS, 'standard', { amount: '1' });
    const plan = (charges: object[], fields: object = {}) => story.plan({ charges, ...fields });
    const [both, onlySeats, bothToo, none] = [
      await plan([seats, users]),
      await plan([seats]),
      await plan([users, seats]),
      await plan([]),
    ];
    const yearly = await plan([seats], { interval: 'yearly', amount_cents: 36_000 });
    const small = await plan([seats], { amount_cents: 2000 });
    const customer = await story.customer({ invoice_grace_period: 5 });
    const subscribe = async (): Promise<SubscriptionBody> => {
      const subscription = await story.subscribe(both, { customer_id: customer.id });
      await story.use(subscription, 'seats', '10', '2031-06-01');
      await story.use(subscription, 'users', 'ann', '2031-06-01');
      return subscription;
    };
    const [often, dropped, longer, lower] = [
      await subscribe(),
      await subscribe(),
      await subscribe(),
      await subscribe(),
    ];
    const billed = async (subscription: SubscriptionBody): Promise<unknown[][]> =>
      (await story.invoices(subscription)).map((it) => chargesOn([it]).map(([code, units]) => [code, units]));

    await story.moveTo('2031-06-10T09:00');
    for (const { id } of [onlySeats, bothToo]) await story.change(often.id, { plan_id: id });
    await story.change(dropped.id, { plan_id: none.id });
    await story.change(longer.id, { plan_id: yearly.id });
    await story.change(lower.id, { plan_id: small.id });
    // Only what the next plan does not charge.
    expect(await billed(often)).toEqual([[['users', '1']]]);
    expect(await billed(dropped)).toEqual([
      [
        ['seats', '10'],
        ['users', '1'],
      ],
    ]);
    expect(await billed(longer)).toEqual([[['users', '1']]]);

    // Usage within the grace period refreshes the draft, and changes the level that the next plan bills.
    await story.use(often, 'seats', '2', '2031-06-09');
    await story.use(often, 'users', 'bob', '2031-06-09');
    expect(await shownCharges((await story.invoices(often))[0])).toEqual([['users', '2']]);
    await story.moveTo('2031-06-20');
    await story.change(often.id, { plan_id: both.id });
    await story.moveTo('2031-07-20');
    await story.organization.delete(`/v1/subscriptions/${longer.id}`).expect(204);
    const level = [
      ['seats', '12'],
      ['users', '2'],
    ];
    expect(await billed(often)).toEqual([[['users', '2']], [], level]);
    expect(await billed(longer)).toEqual([[['users', '1']], [['seats', '10']]]);
    // The downgrade took effect when the period was over.
    expect(await billed(lower)).toEqual([
      [
        ['seats', '10'],
        ['users', '1'],
      ],
    ]);
    await story.moveTo('2031-08-01');
    expect((await billed(lower)).at(-1)).toEqual([['seats', '10']]);
    expect(await billed(dropped)).toHaveLength(3);
  });

  it('every plan bills the days on which the units of a prorated charge are held', async () => {
    story = await BillingStory.begin(app, { timezone: 'America/New_York' });
    await story.moveTo('2032-06-01T04:00');
    const seats = { ...(await story.chargeFor(SEATS, 'standard', { amount: '3' })), prorated: true };
    const graduated_ranges = [
      { from_value: 0, to_value: 1, per_unit_amount: '30', flat_amount: '1' },
      { from_value: 2, to_value: null, per_unit_amount: '15', flat_amount: '2' },
    ];
    const users = { ...(await story.chargeFor(USERS, 'graduated', { graduated_ranges })), prorated: true };
    const [small, large, whole] = [
      await story.plan({ charges: [seats, users] }),
      await story.plan({ charges: [{ ...seats, properties: { amount: '6' } }, users] }),
      await story.plan({ charges: [{ ...seats, properties: { amount: '9' }, prorated: false }] }),
    ];
    const subscription = await story.subscribe(small);
    const billed = async (of: SubscriptionBody): Promise<unknown[][][]> =>
      (await story.invoices(of)).map(({ fees }) =>
        fees
          .filter((it) => it.type === 'charge')
          .map((it) => [it.billable_metric_code, it.units, it.amount_cents]),
      );

    await story.moveTo('2032-06-16T16:00');
    // The last minute of 1 June in New York. Bob is removed on the day on which he was added.
    await story.use(subscription, 'seats', '10', '2032-06-02T03:59');
    await story.use(subscription, 'users', 'ann', '2032-06-06T12:00');
    await story.use(subscription, 'users', 'bob', '2032-06-11T12:00');
    const removed = { value: 'bob', operation_type: 'remove' };
    await story.report(subscription, 'users', removed, '2032-06-11T13:00');
    await story.use(subscription, 'seats', '5', '2032-06-11T12:00');
    await story.use(subscription, 'seats', '-3', '2032-06-16T15:59');
    await story.use(subscription, 'seats', '1', '2032-06-16T16:01');
    const path = `/v1/subscriptions/${subscription.id}/change_plan_preview`;
    const preview = await story.organization.post(path, { plan_id: large.id }).expect(200);
    expect(preview.body).toMatchObject({ invoices: [{ fees_amount_cents: 1500 + 1750 + 1100 }] });
    await story.change(subscription.id, { plan_id: large.id });
    // Seats: 10 for ten days, 15 for five. Ann: ten days, and the flat amount of the first tier.
    const first = [
      ['seats', '5.83333333333333333333', 1750],
      ['users', '0.33333333333333333333', 1100],
    ];
    expect(await billed(subscription)).toEqual([first]);

    await story.moveTo('2032-06-21T16:00');
    const short = await story.subscribe(small);
    await story.use(short, 'seats', '3', '2032-06-21T16:00');
    await story.use(subscription, 'seats', '-4', '2032-06-21T12:00');
    await story.use(subscription, 'users', 'bob', '2032-06-21T12:00');
    // Too late for the first bill, but the level of the second plan includes it.
    await story.use(subscription, 'seats', '2', '2032-06-15T12:00');
    await story.moveTo('2032-06-26T03:00');
    await story.organization.delete(`/v1/subscriptions/${short.id}`).expect(204);
    // The last day, 25 June in New York, is billed.
    expect(await billed(short)).toEqual([
      [
        ['seats', '0.5', 150],
        ['users', '0', 100],
      ],
    ]);

    await story.moveTo('2032-06-26T16:00');
    await story.change(subscription.id, { plan_id: whole.id });
    // Seats: 15 for five days, 11 for five. Ann: ten days. Bob: five days, and the flat amount of the second tier.
    const second = [
      ['seats', '4.33333333333333333333', 2600],
      ['users', '0.5', 1550],
    ];
    expect(await billed(subscription)).toEqual([first, second]);
    await story.moveTo('2032-07-01T04:00');
    expect(await billed(subscription)).toEqual([first, second, [['seats', '11', 9900]]]);
  });

  it('an upgrade that has nothing to bill creates a draft if usage of the old plan may still arrive', async () => {
    await story.moveTo('2032-07-15T12:00');
    const calls = await story.charge('calls', '1');
    const seats = await story.chargeFor(SEATS, 'standard', { amount: '1' });
    const [charged, level] = [await story.plan({ charges: [calls] }), await story.plan({ charges: [seats] })];
    const large = await story.plan({ amount_cents: 6000, charges: [seats] });
    const upgraded = async (
      days: number,
      plan: { id: string },
      start = '2032-07-15T00:00',
    ): Promise<string[]> => {
      const { id: customer_id } = await story.customer({ invoice_grace_period: days });
      const fields = { customer_id, subscription_at: instant(start) };
      const subscription = await story.subscribe(plan, fields);
      const preview = `/v1/subscriptions/${subscription.id}/change_plan_preview`;
      const { invoices } = await bodyOf<{ invoices: object[] }>(
        story.organization.post(preview, { plan_id: large.id }),
      );
      await story.change(subscription.id, { plan_id: large.id });
      const created = await story.invoices(subscription);
      expect(invoices).toHaveLength(created.length);
      return created.map((it) => `${it.status} ${it.total_amount_cents}`);
    };
    expect(await upgraded(0, charged)).toEqual([]);
    expect(await upgraded(3, await story.plan())).toEqual([]);
    expect(await upgraded(3, charged)).toEqual(['draft 0']);
    // No usage can be dated between the start and a change at the same instant.
    expect(await upgraded(3, charged, '2032-07-15T12:00')).toEqual([]);
    // The new plan bills the level.
    expect(await upgraded(3, level)).toEqual([]);
  });

  async function shownCharges(invoice: { id: string } | undefined): Promise<unknown[][]> {
    const shown = await bodyOf<InvoiceBody>(story.organization.get(`/v1/invoices/${invoice?.id}`));
    return chargesOn([shown]).map(([code, units]) => [code, units]);
  }
});
