import { aMetric, anAppliedCoupon, aPlan } from '../support/builders';
import { BillingStory } from '../support/billing-story';
import type { AppliedCouponBody } from '../support/coupon-wire';
import type { InvoiceBody } from '../support/invoice-wire';
import { mismatchesOf, mismatchesWith } from '../support/mismatches';
import type { SubscriptionBody } from '../support/subscription-wire';
import { useOrganization, useTestApp } from '../support/use-test-app';
import { bodyOf, problemOf, type CustomerBody } from '../support/wire';

const USD = { currency: 'USD' };

/** Monthly plans in arrears unless said otherwise, in USD, with 20 % tax. */
describe('bills with coupons', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  const organization = useOrganization(app);
  const story = new BillingStory(app, organization);

  beforeEach(() => story.tax('20'));
  afterEach(async () => {
    expect(await mismatchesOf(organization)).toEqual({});
    // Later tests move the same clock, which would bill these subscriptions too.
    for (const { id } of await story.subscriptions('status=active')) {
      await organization.delete(`/v1/subscriptions/${id}`).expect(204);
    }
  });

  const applied = (customer: CustomerBody, terms: object): Promise<AppliedCouponBody> =>
    anAppliedCoupon(organization, customer, { ...('percentage_rate' in terms ? {} : USD), ...terms });
  const read = (customer: CustomerBody, { id }: { id: string }): Promise<AppliedCouponBody> =>
    bodyOf(organization.get(`/v1/customers/${customer.id}/coupons/${id}`));
  const end = (customer: CustomerBody, { id }: { id: string }) =>
    organization.delete(`/v1/customers/${customer.id}/coupons/${id}`);
  const voided = (invoice: InvoiceBody | undefined) =>
    bodyOf(organization.post(`/v1/invoices/${invoice?.id ?? ''}/void`));
  const invoiceOf = (id: string | undefined): Promise<InvoiceBody> =>
    bodyOf(organization.get(`/v1/invoices/${id ?? ''}`));
  const lastOf = async (subscription: SubscriptionBody): Promise<InvoiceBody | undefined> =>
    (await story.invoices(subscription)).at(-1);
  /** Amount of each coupon, their sum, taxes and total. */
  const amountsOf = (invoice: InvoiceBody | undefined): unknown[] => [
    invoice?.coupons.map((it) => it.amount_cents),
    invoice?.coupons_amount_cents,
    invoice?.taxes_amount_cents,
    invoice?.total_amount_cents,
  ];
  const couponKinds = async (): Promise<string[]> =>
    (await story.kinds()).filter((it) => it.startsWith('coupon.'));

  async function subscriber(
    amount_cents: number,
    { charges = [], grace = 0 }: { charges?: object[]; grace?: number } = {},
  ): Promise<{ customer: CustomerBody; subscription: SubscriptionBody; planCode: string }> {
    const customer = await story.customer({ invoice_grace_period: grace });
    const plan = await story.plan({ amount_cents, charges });
    const subscription = await story.subscribe(plan, { customer_id: customer.id });
    return { customer, subscription, planCode: plan.code };
  }

  it('a fixed amount once is used up over several bills, also after it expired, and then exhausted', async () => {
    await story.moveTo('2028-01-01T12:00');
    const { customer, subscription } = await subscriber(3100);
    const named = { code: 'welcome', name: 'Welcome', expiration_at: '2028-01-15T00:00:00Z' };
    const coupon = await applied(customer, { amount_cents: 5000, ...named });
    await story.moveTo('2028-04-01T12:00');

    const [january, february, march] = await story.invoices(subscription);
    expect(january).toMatchObject({ status: 'paid', amount_due_cents: 0 });
    expect(january?.coupons).toEqual([
      { applied_coupon_id: coupon.id, code: 'welcome', name: 'Welcome', amount_cents: 3100 },
    ]);
    expect(amountsOf(january)).toEqual([[3100], 3100, 0, 0]);
    expect(amountsOf(february)).toEqual([[1900], 1900, 240, 1440]);
    expect(amountsOf(march)).toEqual([[], 0, 620, 3720]);
    expect(await read(customer, coupon)).toMatchObject({ status: 'exhausted', amount_remaining_cents: 0 });
    await problemOf(end(customer, coupon), 400, 'invalid_state');
    expect(await couponKinds()).toEqual(['coupon.applied', 'coupon.exhausted']);
    const exhausted = (await story.events()).find((it) => it.kind === 'coupon.exhausted');
    expect(exhausted?.object).toEqual(await read(customer, coupon));

    expect(await mismatchesWith(app, organization, 'applied_coupons', { amount_remaining_cents: 1 })).toEqual(
      {
        coupon_amounts: [['0', '1']],
      },
    );
  });

  it('a percentage once lowers one bill; a fixed amount of several bills is whole on each of them', async () => {
    await story.moveTo('2029-01-01T12:00');
    const { customer, subscription } = await subscriber(1000);
    await applied(customer, { percentage_rate: '10' });
    const recurring = { frequency: 'recurring', frequency_duration: 2 };
    const twice = await applied(customer, { amount_cents: 300, ...recurring });
    await applied(customer, { amount_cents: 5000, frequency: 'forever' });
    await story.moveTo('2029-05-01T12:00');

    const invoices = await story.invoices(subscription);
    expect(invoices.map((it) => it.coupons.map(({ amount_cents: cents }) => cents))).toEqual([
      [100, 300, 600],
      [300, 700],
      [1000],
      [1000],
    ]);
    expect(await read(customer, twice)).toMatchObject({
      status: 'exhausted',
      amount_remaining_cents: null,
      frequency_duration_remaining: 0,
    });
    const change = { frequency_duration_remaining: 1 };
    expect(await mismatchesWith(app, organization, 'applied_coupons', change)).toEqual({
      coupon_bills: [['0', '1']],
    });
  });

  it('a percentage is rounded once per bill and spread over its fees by largest remainder', async () => {
    await story.moveTo('2030-01-01T12:00');
    const charges = [await story.charge('gets', '3.33'), await story.charge('puts', '3.33')];
    const { customer, subscription } = await subscriber(1005, { charges });
    await applied(customer, { percentage_rate: '10', frequency: 'forever' });
    await story.use(subscription, 'gets', '1', '2030-01-01T12:00');
    await story.use(subscription, 'puts', '1', '2030-01-01T12:00');
    await story.moveTo('2030-02-01T12:00');

    const invoice = await lastOf(subscription);
    // 10 % of 16.71 is 1.67, of which the fees get 1.0044, 0.3328 and 0.3328.
    expect(
      invoice?.fees.map((it) => [it.amount_cents, it.discount_amount_cents, it.net_amount_cents]),
    ).toEqual([
      [1005, 101, 904],
      [333, 33, 300],
      [333, 33, 300],
    ]);
    expect(amountsOf(invoice)).toEqual([[167], 167, 181 + 60 + 60, 1504 + 301]);
  });

  it('coupons of metrics apply first, then those of plans, then the others; the oldest first in each group', async () => {
    await story.moveTo('2031-01-01T12:00');
    const charges = [await story.charge('disk', '5')];
    const { customer, subscription, planCode } = await subscriber(3000, { charges });
    await story.use(subscription, 'disk', '1', '2031-01-01T12:00');
    const forever = { frequency: 'forever' };
    await applied(customer, { percentage_rate: '50', ...forever });
    await applied(customer, { percentage_rate: '10', ...forever });
    await applied(customer, { amount_cents: 1000, ...forever, plan_codes: [planCode] });
    await applied(customer, { percentage_rate: '100', ...forever, billable_metric_codes: ['disk'] });
    const other = await story.plan();
    const unused = { amount_cents: 1000, plan_codes: [other.code] };
    const [idle, foreign] = [await applied(customer, unused), await applied(customer, { currency: 'EUR' })];
    await aMetric(organization, { code: 'cpu' });
    const late = await applied(customer, { percentage_rate: '10', billable_metric_codes: ['cpu'] });
    await story.moveTo('2031-02-01T12:00');

    expect(amountsOf(await lastOf(subscription))).toEqual([[500, 1000, 1000, 100], 2600, 180, 1080]);
    for (const coupon of [idle, foreign, late]) expect(await read(customer, coupon)).toEqual(coupon);
  });

  it('voiding an invoice restores the amount and the use, unless the coupon was ended', async () => {
    await story.moveTo('2032-01-01T12:00');
    const { customer, subscription } = await subscriber(10_000);
    const once = await applied(customer, { amount_cents: 5000 });
    const recurring = { frequency: 'recurring', frequency_duration: 2, amount_cents: 100 };
    const [twice, ended] = [await applied(customer, recurring), await applied(customer, recurring)];
    const deleted = await applied(customer, { amount_cents: 200 });
    await story.moveTo('2032-02-01T12:00');
    const [invoice] = await story.invoices(subscription);
    expect(amountsOf(invoice)).toEqual([[5000, 100, 100, 200], 5400, 920, 5520]);
    expect(await read(customer, once)).toMatchObject({ status: 'exhausted', amount_remaining_cents: 0 });
    await end(customer, ended).expect(204);
    await organization.delete(`/v1/coupons/${deleted.coupon_id}`).expect(204);

    await voided(invoice);

    expect(await read(customer, once)).toEqual(once);
    expect(await read(customer, twice)).toEqual(twice);
    expect(await read(customer, ended)).toMatchObject({ status: 'ended', frequency_duration_remaining: 1 });
    expect(await read(customer, deleted)).toMatchObject({ status: 'ended', amount_remaining_cents: 0 });
    expect(await invoiceOf(invoice?.id)).toMatchObject({ status: 'voided', coupons: invoice?.coupons });
    await story.moveTo('2032-03-01T12:00');
    expect(amountsOf(await lastOf(subscription))).toEqual([[5000, 100], 5100, 980, 5880]);
    expect((await couponKinds()).filter((it) => it === 'coupon.exhausted')).toHaveLength(3);
  });

  it('a credit note restores nothing', async () => {
    await story.moveTo('2033-01-01T12:00');
    const { customer, subscription } = await subscriber(3000);
    const coupon = await applied(customer, { amount_cents: 1000 });
    await story.moveTo('2033-02-01T12:00');
    const [invoice] = await story.invoices(subscription);
    const item = { fee_id: invoice?.fees[0]?.id, amount_cents: 2000 };
    const note = { invoice_id: invoice?.id, reason: 'other', items: [item], finalize: true };
    await bodyOf(organization.post('/v1/credit_notes', note), 201);
    expect(await read(customer, coupon)).toMatchObject({ status: 'exhausted', amount_remaining_cents: 0 });
  });

  it('a draft shows what would be spent; finalization spends the coupons of that moment', async () => {
    await story.moveTo('2034-01-01T12:00');
    const { customer, subscription } = await subscriber(3100, { grace: 5 });
    const first = await applied(customer, { amount_cents: 1000 });
    await story.moveTo('2034-02-02T12:00');
    const [draft] = await story.invoices(subscription);
    expect(draft).toMatchObject({ status: 'draft', coupons_amount_cents: 1000 });
    expect(await read(customer, first)).toEqual(first);

    await end(customer, first).expect(204);
    const later = await applied(customer, { amount_cents: 300 });
    await story.moveTo('2034-02-08T12:00');

    expect(await lastOf(subscription)).toMatchObject({
      status: 'finalized',
      coupons: [{ applied_coupon_id: later.id, amount_cents: 300 }],
      total_amount_cents: 3360,
    });
    expect(await read(customer, later)).toMatchObject({ status: 'exhausted' });
    expect(await read(customer, first)).toMatchObject({ status: 'ended', amount_remaining_cents: 1000 });
  });

  it('of two bills at one instant, the older subscription uses a coupon first', async () => {
    await story.moveTo('2035-01-01T12:00');
    const customer = await story.customer();
    const plan = await story.plan({ amount_cents: 3100 });
    const about = { customer_id: customer.id };
    const younger = await story.subscribe(plan, { ...about, subscription_at: '2035-01-01T13:00:00Z' });
    const older = await story.subscribe(plan, about);
    await story.moveTo('2035-01-02T12:00');
    await applied(customer, { amount_cents: 4000 });
    await story.moveTo('2035-02-01T12:00');
    expect((await lastOf(older))?.coupons_amount_cents).toBe(3100);
    expect((await lastOf(younger))?.coupons_amount_cents).toBe(900);
  });

  it('a preview shows coupons and spends nothing; a one-off invoice is not lowered', async () => {
    await story.moveTo('2036-01-01T12:00');
    const { customer } = await subscriber(3100);
    const coupon = await applied(customer, { percentage_rate: '50' });
    const advance = await aPlan(organization, { ...USD, amount_cents: 6200, pay_in_advance: true });
    const first = { customer_id: customer.id, plan_id: advance.id };
    expect(await bodyOf(organization.post('/v1/invoices/preview', first))).toMatchObject({
      coupons: [{ applied_coupon_id: coupon.id, amount_cents: 3100 }],
      coupons_amount_cents: 3100,
      total_amount_cents: 3720,
    });
    const fees = [{ description: 'Set-up', units: '1', unit_amount_cents: 1000 }];
    const oneOff = { customer_id: customer.id, ...USD, fees };
    expect(await bodyOf(organization.post('/v1/invoices/one_off', oneOff), 201)).toMatchObject({
      coupons: [],
      total_amount_cents: 1200,
    });
    expect(await read(customer, coupon)).toEqual(coupon);
    const subscription = await story.subscribe(advance, { customer_id: customer.id });
    expect(amountsOf(await lastOf(subscription))).toEqual([[3100], 3100, 620, 3720]);
  });

  it('the bills of a plan change are lowered as its preview shows, and a termination as well', async () => {
    await story.moveTo('2037-01-01T12:00');
    const { customer, subscription } = await subscriber(3100);
    await applied(customer, { amount_cents: 1500 });
    const advance = await aPlan(organization, { ...USD, amount_cents: 6200, pay_in_advance: true });
    await story.moveTo('2037-01-11T12:00');
    const path = `/v1/subscriptions/${subscription.id}`;
    const preview = await bodyOf<{ invoices: InvoiceBody[] }>(
      organization.post(`${path}/change_plan_preview`, { plan_id: advance.id }),
    );
    await bodyOf(organization.put(path, { plan_id: advance.id }));
    const made = await story.invoices(subscription);
    const totals = made.map((it) => it.total_amount_cents);
    expect(totals).toEqual(preview.invoices.map((it) => it.total_amount_cents));
    expect(made.map((it) => it.coupons_amount_cents).reduce((sum, it) => sum + it, 0)).toBe(1500);

    const { customer: other, subscription: ending } = await subscriber(3100);
    await applied(other, { percentage_rate: '20', frequency: 'forever' });
    await story.moveTo('2037-01-20T12:00');
    await organization.delete(`/v1/subscriptions/${ending.id}`).expect(204);
    // 10 of 31 days.
    expect(amountsOf(await lastOf(ending))).toEqual([[200], 200, 160, 960]);
  });

  it('two invoices of a customer that are finalized at once never spend an amount twice', async () => {
    await story.moveTo('2038-01-01T12:00');
    const { customer, subscription } = await subscriber(3100, { grace: 5 });
    const subscriptions = [subscription];
    for (let n = 0; n < 3; n++) {
      subscriptions.push(await story.subscribe(await story.plan(), { customer_id: customer.id }));
    }
    const coupon = await applied(customer, { amount_cents: 4000 });
    await story.moveTo('2038-02-01T12:00');
    const drafts = await Promise.all(subscriptions.map(lastOf));
    await Promise.all(
      drafts.map((it) => organization.post(`/v1/invoices/${it?.id ?? ''}/finalize`).expect(200)),
    );
    const final = await Promise.all(drafts.map((it) => invoiceOf(it?.id)));
    expect(final.reduce((sum, it) => sum + it.coupons_amount_cents, 0)).toBe(4000);
    expect(await read(customer, coupon)).toMatchObject({ status: 'exhausted', amount_remaining_cents: 0 });
    expect(await couponKinds()).toEqual(['coupon.applied', 'coupon.exhausted']);
  });
});
