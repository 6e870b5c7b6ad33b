import { BillingStory, summaryOf, emittedKinds, instant } from '../support/billing-story';
import { useTestApp } from '../support/use-test-app';

/** Currencies with zero and with three decimals: 20 of 30 days, with a tax of 10 %. */
describe('currencies without two decimals', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });

  it.each([
    // 1001 x 20 / 30 = 667.3 yen; 7 x 0.35 = 2.45 yen; a tenth of each.
    {
      currency: 'JPY',
      amount: 1001,
      call: '0.35',
      calls: '7',
      fees: [
        ['subscription', 667, 67, '20/30'],
        ['charge', 2, 0],
      ],
      total: 736,
      unitAmounts: ['1001', '0.35'],
      next: [1001, 100, 1101],
    },
    // 10.005 x 20 / 30 = 6.670 dinars; 3 x 0.0125 = 0.0375 dinars.
    {
      currency: 'KWD',
      amount: 10_005,
      call: '0.0125',
      calls: '3',
      fees: [
        ['subscription', 6670, 667, '20/30'],
        ['charge', 38, 4],
      ],
      total: 7379,
      unitAmounts: ['10.005', '0.0125'],
      next: [10_005, 1001, 11_006],
    },
  ])('$currency amounts are rounded to the minor unit of the currency', async (given) => {
    const { currency } = given;
    const story = await BillingStory.begin(app);
    await story.tax('10');
    await story.moveTo(currency === 'JPY' ? '2027-04-11T08:00' : '2027-06-11T08:00');
    const [from, middle, to] =
      currency === 'JPY'
        ? ['2027-04-11', '2027-05-01', '2027-06-01']
        : ['2027-06-11', '2027-07-01', '2027-08-01'];
    const charges = [await story.charge('calls', given.call)];
    const plan = await story.plan({ currency, amount_cents: given.amount, charges });
    const customer = await story.customer({ net_payment_term: 0 });
    const subscription = await story.subscribe(plan, { customer_id: customer.id });
    await story.use(subscription, 'calls', given.calls, `${from}T08:00`);
    expect(emittedKinds(await story.moveTo(middle))).toEqual([
      `${instant(middle)} invoice.created`,
      `${instant(middle)} invoice.finalized`,
    ]);
    const [first] = await story.invoices(subscription);
    expect(first === undefined ? null : summaryOf(first)).toEqual({
      status: 'finalized',
      period: [instant(from), instant(middle)],
      fees: given.fees,
      credit: 0,
      total: given.total,
      issued: middle,
      due: middle,
    });
    expect(first?.currency).toBe(currency);
    expect(first?.fees.map((it) => it.unit_amount)).toEqual(given.unitAmounts);

    await story.moveTo(to);
    const [amount, taxes, total] = given.next;
    expect((await story.invoices(subscription)).at(-1)).toMatchObject({
      fees_amount_cents: amount,
      taxes_amount_cents: taxes,
      total_amount_cents: total,
      currency,
    });
  });
});
