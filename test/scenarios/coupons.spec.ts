import { aCustomer, aMetric, aPlan, aTax } from '../support/builders';
import { BillingStory } from '../support/billing-story';
import { useReconciliation } from '../support/use-reconciliation';
import { useOrganization, useTestApp } from '../support/use-test-app';
import { bodyOf, type CustomerBody, type InvoiceBody, type SubscriptionBody } from '../support/wire';

const FIXED = { coupon_type: 'fixed_amount', currency: 'USD', frequency: 'once' };
const PERCENTAGE = { coupon_type: 'percentage', frequency: 'forever' };

/** Monthly plans in arrears, in USD, with 20 % tax. */
describe('bills with coupons', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  const organization = useOrganization(app);
  const story = new BillingStory(app, organization);
  let made = 0;

  beforeEach(() => aTax(organization));
  useReconciliation(organization);

  it('a fixed amount given once is used up over several bills', async () => {
    await story.moveTo('2028-01-01T12:00');
    const { customer, subscription } = await subscriber(3100);
    const applied = await give(customer, { ...FIXED, amount_cents: 5000 });

    await story.moveTo('2028-04-01T12:00');

    const [january, february, march] = await story.invoices(subscription);
    expect(january).toMatchObject({ status: 'paid', amount_due_cents: 0 });
    expect(amountsOf(january)).toEqual({ coupons: [3100], coupons_amount_cents: 3100, taxes: 0, total: 0 });
    expect(amountsOf(february)).toEqual({
      coupons: [1900],
      coupons_amount_cents: 1900,
      taxes: 240,
      total: 1440,
    });
    expect(amountsOf(march)).toEqual({ coupons: [], coupons_amount_cents: 0, taxes: 620, total: 3720 });
    expect(await read(customer, applied)).toMatchObject({ status: 'exhausted', amount_remaining_cents: 0 });
    expect((await story.kinds()).filter((it) => it.startsWith('coupon.'))).toEqual([
      'coupon.applied',
      'coupon.exhausted',
    ]);
  });

  it('a percentage is rounded once per bill and spread over its fees by the largest remainder', async () => {
    await story.moveTo('2029-01-01T12:00');
    const charges = [await story.charge('gets', '3.33'), await story.charge('puts', '3.33')];
    const { customer, subscription } = await subscriber(1005, charges);
    await give(customer, { ...PERCENTAGE, percentage_rate: '10' });
    await story.use(subscription, 'gets', '1', '2029-01-01T12:00');
    await story.use(subscription, 'puts', '1', '2029-01-01T12:00');

    await story.moveTo('2029-02-01T12:00');

    const invoice = (await story.invoices(subscription)).at(-1);
    // 10 % of 16.71 is 1.67: 1.0044, 0.3328 and 0.3328 of it.
    expect(
      invoice?.fees.map((it) => [it.amount_cents, it.discount_amount_cents, it.net_amount_cents]),
    ).toEqual([
      [1005, 101, 904],
      [333, 33, 300],
      [333, 33, 300],
    ]);
    expect(amountsOf(invoice)).toEqual({
      coupons: [167],
      coupons_amount_cents: 167,
      taxes: 181 + 60 + 60,
      total: 1504 + 301,
    });
  });

  it('coupons act in order: metrics, plans, open ones; each on what the ones before left', async () => {
    await story.moveTo('2030-01-01T12:00');
    const { customer, subscription, planCode } = await subscriber(3000, [await story.charge('disk', '5')]);
    await story.use(subscription, 'disk', '1', '2030-01-01T12:00');
    await give(customer, { ...PERCENTAGE, percentage_rate: '50' });
    await give(customer, { ...FIXED, frequency: 'forever', amount_cents: 1000, plan_codes: [planCode] });
    await give(customer, { ...PERCENTAGE, percentage_rate: '100', billable_metric_codes: ['disk'] });
    await aMetric(organization, { code: 'unused' });
    const idle = await give(customer, {
      ...FIXED,
      amount_cents: 1000,
      billable_metric_codes: ['unused'],
    });

    await story.moveTo('2030-02-01T12:00');

    const invoice = (await story.invoices(subscription)).at(-1);
    expect(amountsOf(invoice)).toMatchObject({ coupons: [500, 1000, 1000], coupons_amount_cents: 2500 });
    expect(await read(customer, idle)).toMatchObject({ status: 'active', amount_remaining_cents: 1000 });
  });

  it('a recurring coupon lowers its number of bills, and voiding one gives it back', async () => {
    await story.moveTo('2031-01-01T12:00');
    const { customer, subscription } = await subscriber(3100);
    const terms = { ...PERCENTAGE, percentage_rate: '10', frequency: 'recurring', frequency_duration: 2 };
    const applied = await give(customer, terms);

    await story.moveTo('2031-03-01T12:00');

    const [january] = await story.invoices(subscription);
    expect(await read(customer, applied)).toMatchObject({
      status: 'exhausted',
      frequency_duration_remaining: 0,
    });
    await bodyOf(organization.post(`/v1/invoices/${january?.id ?? ''}/void`));
    expect(await read(customer, applied)).toMatchObject({
      status: 'active',
      frequency_duration_remaining: 1,
    });
    await story.moveTo('2031-04-01T12:00');
    expect((await story.invoices(subscription)).map((it) => it.coupons_amount_cents)).toEqual([
      310, 310, 310,
    ]);
  });

  it('voiding an invoice gives its amount back to a coupon, unless the coupon was ended', async () => {
    await story.moveTo('2032-01-01T12:00');
    const { customer, subscription } = await subscriber(10_000);
    const applied = await give(customer, { ...FIXED, amount_cents: 5000 });
    const recurring = { ...FIXED, amount_cents: 100, frequency: 'recurring', frequency_duration: 2 };
    const ended = await give(customer, recurring);
    await story.moveTo('2032-02-01T12:00');
    const [invoice] = await story.invoices(subscription);
    expect(amountsOf(invoice)).toMatchObject({ coupons: [5000, 100] });
    expect(await read(customer, applied)).toMatchObject({ status: 'exhausted', amount_remaining_cents: 0 });
    await organization.delete(`/v1/customers/${customer.id}/coupons/${ended.id}`).expect(204);

    await bodyOf(organization.post(`/v1/invoices/${invoice?.id ?? ''}/void`));

    expect(await read(customer, applied)).toMatchObject({ status: 'active', amount_remaining_cents: 5000 });
    expect(await read(customer, ended)).toMatchObject({ status: 'ended', frequency_duration_remaining: 1 });
  });

  it('a draft shows what would be spent, and finalization counts the coupons as they stand then', async () => {
    await story.moveTo('2033-01-01T12:00');
    const customer = await aCustomer(organization, { invoice_grace_period: 5 });
    const plan = await aPlan(organization, { currency: 'USD', amount_cents: 3100 });
    const subscription = await story.subscribe(plan, { customer_id: customer.id });
    const ended = await give(customer, { ...FIXED, amount_cents: 1000 });
    await story.moveTo('2033-02-02T12:00');
    const [draft] = await story.invoices(subscription);
    expect(draft).toMatchObject({ status: 'draft', coupons_amount_cents: 1000 });
    expect(await read(customer, ended)).toMatchObject({ amount_remaining_cents: 1000 });

    await organization.delete(`/v1/customers/${customer.id}/coupons/${ended.id}`).expect(204);
    const later = await give(customer, { ...FIXED, amount_cents: 300 });
    expect(await bodyOf(organization.get(`/v1/invoices/${draft?.id ?? ''}`))).toMatchObject({
      coupons_amount_cents: 300,
    });
    await story.moveTo('2033-02-08T12:00');

    expect((await story.invoices(subscription))[0]).toMatchObject({
      status: 'finalized',
      coupons: [{ applied_coupon_id: later.id, amount_cents: 300 }],
      total_amount_cents: 3360,
    });
  });

  it('of two bills at one instant, that of the older subscription uses a coupon first', async () => {
    await story.moveTo('2034-01-01T12:00');
    const { customer, subscription: first } = await subscriber(3100);
    await story.moveTo('2034-01-01T13:00');
    const plan = await aPlan(organization, { currency: 'USD', amount_cents: 3100 });
    const second = await story.subscribe(plan, { customer_id: customer.id });
    await give(customer, { ...FIXED, amount_cents: 4000 });

    await story.moveTo('2034-02-01T12:00');

    expect((await story.invoices(first))[0]).toMatchObject({ coupons_amount_cents: 3100 });
    expect((await story.invoices(second))[0]).toMatchObject({ coupons_amount_cents: 900 });
  });

  it('previews show coupons and spend nothing, and one-off invoices are not lowered', async () => {
    await story.moveTo('2035-01-01T12:00');
    const { customer, subscription } = await subscriber(3100);
    const applied = await give(customer, { ...PERCENTAGE, percentage_rate: '50', frequency: 'once' });
    const advance = await aPlan(organization, { currency: 'USD', amount_cents: 6200, pay_in_advance: true });

    const preview = { customer_id: customer.id, plan_id: advance.id };
    expect(await bodyOf(organization.post('/v1/invoices/preview', preview))).toMatchObject({
      coupons_amount_cents: 3100,
      total_amount_cents: 3720,
    });
    await story.moveTo('2035-01-11T12:00');
    const change = { plan_id: advance.id };
    const path = `/v1/subscriptions/${subscription.id}`;
    const shown = await bodyOf<{ invoices: { total_amount_cents: number }[] }>(
      organization.post(`${path}/change_plan_preview`, change),
    );
    expect(await read(customer, applied)).toMatchObject({ status: 'active' });
    const fees = [{ description: 'Set-up', units: '1', unit_amount_cents: 1000 }];
    const oneOff = { customer_id: customer.id, currency: 'USD', fees };
    expect(await bodyOf(organization.post('/v1/invoices/one_off', oneOff), 201)).toMatchObject({
      coupons_amount_cents: 0,
    });

    await bodyOf(organization.put(path, change));

    const made = await story.invoices(subscription);
    expect(made.map((it) => it.total_amount_cents)).toEqual(
      shown.invoices.map((it) => it.total_amount_cents),
    );
    expect(await read(customer, applied)).toMatchObject({ status: 'exhausted' });
  });

  async function give(customer: CustomerBody, terms: object): Promise<AppliedCoupon> {
    const code = `coupon_${++made}`;
    await bodyOf(organization.post('/v1/coupons', { code, name: code, ...terms }), 201);
    return bodyOf(organization.post(`/v1/customers/${customer.id}/coupons`, { coupon_code: code }), 201);
  }

  function read(customer: CustomerBody, { id }: { id: string }): Promise<AppliedCoupon> {
    return bodyOf(organization.get(`/v1/customers/${customer.id}/coupons/${id}`));
  }

  async function subscriber(
    amount_cents: number,
    charges: object[] = [],
  ): Promise<{ customer: CustomerBody; subscription: SubscriptionBody; planCode: string }> {
    const customer = await aCustomer(organization);
    const plan = await aPlan(organization, { currency: 'USD', amount_cents, charges });
    const subscription = await story.subscribe(plan, { customer_id: customer.id });
    return { customer, subscription, planCode: plan.code };
  }

  function amountsOf(invoice: InvoiceBody | undefined) {
    return {
      coupons: invoice?.coupons.map((it) => it.amount_cents),
      coupons_amount_cents: invoice?.coupons_amount_cents,
      taxes: invoice?.taxes_amount_cents,
      total: invoice?.total_amount_cents,
    };
  }
});

interface AppliedCoupon {
  id: string;
  status: string;
  amount_remaining_cents: number | null;
  frequency_duration_remaining: number | null;
}
