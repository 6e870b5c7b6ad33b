import { aTax } from '../support/builders';
import { BillingStory, instant, summaryOf, emittedKinds } from '../support/billing-story';
import { useTestApp } from '../support/use-test-app';

/** A customer in Paris pays for each calendar month at its end, with VAT. */
describe('a monthly plan in arrears', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });

  it('each period is billed at its end, with billed days, usage and the tax on each fee', async () => {
    const story = await BillingStory.begin(app, { default_currency: 'EUR' });
    await story.moveTo('2027-01-10T09:00');
    const { organization } = story;
    await aTax(organization, { applied_to_organization: true });
    const customer = await story.customer({ timezone: 'Europe/Paris', net_payment_term: 14 });
    const plan = await story.plan({ currency: 'EUR', charges: [await story.charge('calls', '0.10')] });
    const subscription = await story.subscribe(plan, { customer_id: customer.id });
    expect(subscription.current_period).toEqual({
      from: '2027-01-09T23:00:00.000Z',
      to: '2027-01-31T23:00:00.000Z',
    });
    await story.use(subscription, 'calls', '60', '2027-01-10T09:00');
    await story.use(subscription, 'calls', '43', '2027-01-10T09:01');

    expect(emittedKinds(await story.moveTo('2027-02-01'))).toEqual([
      '2027-01-31T23:00:00.000Z invoice.created',
      '2027-01-31T23:00:00.000Z invoice.finalized',
    ]);
    // 3000 x 22 / 31 = 2129.03; 103 x 0.10; 20 % of each, rounded separately: 425.8 and 206.
    expect(await story.newestBill(subscription)).toEqual({
      status: 'finalized',
      period: ['2027-01-09T23:00:00.000Z', '2027-01-31T23:00:00.000Z'],
      fees: [
        ['subscription', 2129, 426, '22/31'],
        ['charge', 1030, 206],
      ],
      credit: 0,
      total: 3791,
      issued: '2027-02-01',
      due: '2027-02-15',
    });
    expect((await story.subscription(subscription.id)).current_period).toEqual({
      from: '2027-01-31T23:00:00.000Z',
      to: '2027-02-28T23:00:00.000Z',
    });

    await story.moveTo('2027-02-28T22:59:59.999Z');
    expect(await story.invoices(subscription)).toHaveLength(1);
    await story.moveTo('2027-02-28T23:00');
    expect(await story.newestBill(subscription)).toMatchObject({
      fees: [['subscription', 3000, 600, '28/28']],
      total: 3600,
      issued: '2027-03-01',
      due: '2027-03-15',
    });

    // One clock move over three months bills each month at its own end, in order.
    const months = await story.moveTo('2027-06-10');
    expect(emittedKinds(months).filter((it) => it.endsWith('invoice.finalized'))).toEqual([
      '2027-03-31T22:00:00.000Z invoice.finalized',
      '2027-04-30T22:00:00.000Z invoice.finalized',
      '2027-05-31T22:00:00.000Z invoice.finalized',
    ]);
    const invoices = await story.invoices(subscription);
    expect(invoices.map((it) => summaryOf(it).issued)).toEqual([
      '2027-02-01',
      '2027-03-01',
      '2027-04-01',
      '2027-05-01',
      '2027-06-01',
    ]);
    expect(invoices.map((it) => it.number?.replace(/.*-/, ''))).toEqual(['001', '002', '003', '004', '005']);
  });

  it('a cancellation takes effect at the end of the month, with a last invoice', async () => {
    const story = await BillingStory.begin(app);
    await story.moveTo('2027-06-10');
    const plan = await story.plan({ charges: [await story.charge('calls', '1')] });
    const subscription = await story.subscribe(plan);
    await story.organization.post(`/v1/subscriptions/${subscription.id}/cancel`).expect(200);
    await story.use(subscription, 'calls', '2', '2027-06-10');
    expect(emittedKinds(await story.moveTo('2027-09-01'))).toEqual([
      '2027-07-01T00:00:00.000Z subscription.canceled',
      '2027-07-01T00:00:00.000Z invoice.created',
      '2027-07-01T00:00:00.000Z invoice.finalized',
    ]);
    expect(await story.newestBill(subscription)).toMatchObject({
      fees: [
        ['subscription', 2100, 0, '21/30'],
        ['charge', 200, 0],
      ],
      total: 2300,
    });
    expect(await story.subscription(subscription.id)).toMatchObject({
      status: 'canceled',
      canceled_at: instant('2027-06-10'),
      terminated_at: null,
      current_period: { from: instant('2027-06-10'), to: instant('2027-07-01') },
    });
  });
});
