import { anAppliedCoupon, anInvoice } from '../../support/builders';
import { ExplainedStory, calculationsOf } from '../../support/explained-story';
import type { InvoiceBody, InvoiceFeeBody } from '../../support/invoice-wire';
import { useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf } from '../../support/wire';

const UNKNOWN = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';

describe('explanations of fees', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  let story: ExplainedStory;
  let year = 2029;
  beforeEach(async () => {
    year += 1;
    story = await ExplainedStory.in(year, app);
  });
  afterEach(() => story.end());

  it('the worked example of docs/concepts.md is explained as it is documented', async () => {
    const plan = await story.plan({ amount_cents: 4900, charges: [await story.charge('calls', '0.0125')] });
    await story.moveTo(story.on('04-16'));
    const subscription = await story.subscribe(plan);
    await story.moveTo(story.on('04-20'));
    await story.use(subscription, 'calls', '300', story.on('04-17'));
    await story.use(subscription, 'calls', '33', story.on('04-20'));
    await story.moveTo(story.on('05-02'));
    const invoice = await story.newest(subscription);
    const [price, calls] = await story.explainAll(invoice);
    if (price === undefined || calls === undefined) throw new Error('The invoice has two fees');
    expect(price).toMatchObject({ plan_version: 1, events: null });
    expect(calculationsOf(price)).toEqual([
      ['plan_price', null, '49.00'],
      ['proration', '49.00 x 15 / 30', '24.50'],
    ]);
    expect(calculationsOf(price.taxes)).toEqual([
      ['tax', '24.50 x 7.7 %', '1.8865'],
      ['rounding', '1.8865', '1.89'],
    ]);
    expect(calculationsOf(calls)).toEqual([
      ['usage', null, '333'],
      ['charge', '333 x 0.0125', '4.1625'],
      ['rounding', '4.1625', '4.16'],
    ]);
    expect(await story.eventsOf(calls)).toEqual([story.on('04-20'), story.on('04-17')]);

    // Late usage and a later version of the plan change nothing.
    await story.use(subscription, 'calls', '1000', story.on('04-30'));
    await bodyOf(story.organization.put(`/v1/plans/${plan.id}`, { amount_cents: 9900, charges: [] }));
    await bodyOf(story.organization.put(`/v1/subscriptions/${subscription.id}`, { plan_id: plan.id }));
    expect(await story.explainAll(invoice)).toEqual([price, calls]);
  });

  it('prices in advance, trials, plan changes and terminations are prorated as billed', async () => {
    const advance = await story.plan({ amount_cents: 3100, pay_in_advance: true, trial_period_days: 5 });
    const yearly = await story.plan({ amount_cents: 99_999, interval: 'yearly', currency: 'USD' });
    await story.moveTo(story.on('05-10'));
    const subscription = await story.subscribe(advance);
    const anniversary = await story.subscribe(advance, { billing_time: 'anniversary' });
    await story.moveTo(story.on('05-20T12:00'));
    const kindsOf = async (invoice: InvoiceBody) =>
      (await story.explainAll(invoice)).map((it) =>
        it.steps.map(({ calculation, result }) => calculation ?? result),
      );
    // The trial ends on 15 May.
    expect(await kindsOf(await story.newest(subscription))).toEqual([['31.00', '31.00 x 17 / 31']]);
    await kindsOf(await story.newest(anniversary));
    await bodyOf(story.organization.put(`/v1/subscriptions/${subscription.id}`, { plan_id: yearly.id }));
    await story.moveTo(story.on('07-05T12:00'));
    await story.terminate(subscription);
    const invoice = await story.newest(subscription);
    const { billed_days: days, period_days: all } = invoice.fees[0] ?? {};
    expect((await kindsOf(invoice))[0]?.slice(0, 2)).toEqual(['999.99', `999.99 x ${days} / ${all}`]);
  });

  it('a discounted fee in a currency without decimals is taxed on its net amount', async () => {
    const plan = await story.plan({ amount_cents: 1000, currency: 'JPY' });
    const customer = await story.customer();
    await anAppliedCoupon(story.organization, customer, {
      code: 'third',
      percentage_rate: '33.3',
      frequency: 'forever',
    });
    const subscription = await story.subscribe(plan, { customer_id: customer.id });
    await story.moveTo(story.on('05-02'));
    const [fee] = await story.explainAll(await story.newest(subscription));
    expect(fee && calculationsOf(fee.taxes)).toEqual([
      ['discount', '1000 - 333', '667'],
      ['tax', '667 x 7.7 %', '51.359'],
      ['rounding', '51.359', '51'],
    ]);
  });

  it('a fee of a draft is explained with all usage so far', async () => {
    const plan = await story.plan({ charges: [await story.charge('calls', '0.5')] });
    const customer = await story.customer({ invoice_grace_period: 5 });
    const subscription = await story.subscribe(plan, { customer_id: customer.id });
    await story.moveTo(story.on('04-20'));
    await story.use(subscription, 'calls', '2', story.on('04-20'));
    await story.moveTo(story.on('05-02'));
    await story.use(subscription, 'calls', '3', story.on('04-30'));
    const draft = await bodyOf<InvoiceBody>(
      story.organization.get(`/v1/invoices/${(await story.newest(subscription)).id}`),
    );
    expect(draft).toMatchObject({ status: 'draft', fees: [{}, { units: '5' }] });
    await story.explainAll(draft);
  });

  it('a one-off fee is units times price; fees of other invoices and organizations are not found', async () => {
    const fees = [{ description: 'Set-up', units: '0.333', unit_amount_cents: 1000 }];
    const invoice = await anInvoice(story.organization, { fees });
    const other = await anInvoice(story.organization, { fees });
    const [explained] = await story.explainAll(invoice);
    expect(explained && calculationsOf(explained)).toEqual([['units_times_price', '0.333 x 10', '3.33']]);
    const path = `/v1/invoices/${invoice.id}/fees/${invoice.fees[0]?.id}/explanation`;
    await problemOf((await app.anOrganization()).get(path), 404, 'not_found');
    const strange = `/v1/invoices/${other.id}/fees/${invoice.fees[0]?.id}/explanation`;
    await problemOf(story.organization.get(strange), 404, 'not_found');
    await problemOf(story.organization.get(path.replace(invoice.id, UNKNOWN)), 404, 'not_found');
  });

  it('a fee whose records are missing or changed shows only its amount, and the reason', async () => {
    const plan = await story.plan({ charges: [await story.charge('calls', '0.5')] });
    const subscription = await story.subscribe(plan);
    await story.moveTo(story.on('04-20'));
    await story.use(subscription, 'calls', '2', story.on('04-20'));
    await story.moveTo(story.on('05-02'));
    const invoice = await story.newest(subscription);
    const [price, calls] = invoice.fees;
    if (price === undefined || calls === undefined) throw new Error('The invoice has two fees');
    const explainAfter = async (fee: InvoiceFeeBody, statement: string) => {
      await app.database.query(`${statement} WHERE organization_id = $1`, [story.organization.id]);
      const { complete, incomplete_reason, steps } = await story.explain(invoice, fee);
      expect(complete).toBe(false);
      expect(steps).toMatchObject([{ kind: 'stored', calculation: null }]);
      return [incomplete_reason, steps[0]?.result];
    };
    expect(await explainAfter(calls, 'UPDATE usage_totals SET sum = sum + 1')).toEqual([
      'amount_differs',
      '1.00',
    ]);
    expect(await explainAfter(calls, 'UPDATE invoices SET usage_period_id = NULL')).toEqual([
      'not_stored',
      '1.00',
    ]);
    const changed = 'UPDATE invoice_fees SET billed_days = 29';
    expect(await explainAfter(price, changed)).toEqual(['amount_differs', '30.00']);
    const older = 'UPDATE invoice_fees SET plan_version_id = NULL';
    expect(await explainAfter(price, older)).toEqual(['not_stored', '30.00']);
  });
});
