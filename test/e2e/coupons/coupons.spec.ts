import { aCharge, aCoupon, aCustomer, aMetric, anAppliedCoupon, aPlan, aTax } from '../../support/builders';
import type { AppliedCouponBody } from '../../support/coupon-wire';
import type { InvoiceBody } from '../../support/invoice-wire';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import { INSTANT, UUID_V7, bodyOf, listOf, problemOf, wrongFieldsOf } from '../../support/wire';

const PATH = '/v1/coupons';
const FIXED = { coupon_type: 'fixed_amount', amount_cents: 1000, currency: 'EUR', frequency: 'once' };
const PERCENTAGE = { coupon_type: 'percentage', percentage_rate: '10', frequency: 'forever' };
const PAST = '2020-01-01T00:00:00.000Z';
const CALLS = { amount_cents: 200, currency: 'EUR', billable_metric_codes: ['calls'] };

/** The currency of a bill, EUR by default, and the amounts of its taxes. */
interface Given {
  currency?: string;
  taxes?: Record<string, number>;
}

/** Returns the terms of a percentage, or of an amount in cents. */
function termsOf(coupon: string | number | object, currency: string): object {
  if (typeof coupon === 'string') return { percentage_rate: coupon };
  return typeof coupon === 'number' ? { amount_cents: coupon, currency } : coupon;
}

describe('coupons', () => {
  const app = useTestApp({ ROLE: 'api' });
  const organization = useSharedOrganization(app);

  const pathOf = (customer: { id: string }, applied?: { id: string }): string =>
    `/v1/customers/${customer.id}/coupons${applied === undefined ? '' : `/${applied.id}`}`;
  const read = (customer: { id: string }, applied: { id: string }): Promise<AppliedCouponBody> =>
    bodyOf(organization.get(pathOf(customer, applied)));

  it('a created coupon is returned with all fields', async () => {
    const coupon = await aCoupon(organization, { code: 'welcome', name: 'Welcome', ...FIXED });
    expect(coupon).toEqual({
      id: expect.stringMatching(UUID_V7) as string,
      code: 'welcome',
      name: 'Welcome',
      ...FIXED,
      percentage_rate: null,
      frequency_duration: null,
      expiration_at: null,
      reusable: true,
      plan_codes: [],
      billable_metric_codes: [],
      created_at: expect.stringMatching(INSTANT) as string,
      updated_at: coupon.created_at,
    });
    expect(await bodyOf(organization.get(`${PATH}/${coupon.id}`))).toEqual(coupon);
    expect((await listOf(organization.get(`${PATH}?code=welcome`))).items).toEqual([coupon]);
    await problemOf(organization.post(PATH, { code: 'welcome', name: 'x', ...PERCENTAGE }), 409, 'conflict');
    await aCoupon(await app.anOrganization(), { code: 'welcome' });
  });

  it('a coupon can be limited to plans or to billable metrics, and its rate is written in short', async () => {
    const plan = await aPlan(organization);
    const metric = await aMetric(organization);
    const terms = { percentage_rate: '012.50', frequency: 'recurring', frequency_duration: 3 };
    expect(await aCoupon(organization, { ...terms, plan_codes: [plan.code] })).toMatchObject({
      percentage_rate: '12.5',
      frequency_duration: 3,
      plan_codes: [plan.code],
    });
    expect(await aCoupon(organization, { billable_metric_codes: [metric.code] })).toMatchObject({
      plan_codes: [],
      billable_metric_codes: [metric.code],
    });
  });

  it.each([
    [{ ...PERCENTAGE, percentage_rate: '100.0001' }, ['percentage_rate']],
    [{ ...PERCENTAGE, percentage_rate: '0' }, ['percentage_rate']],
    [{ ...PERCENTAGE, percentage_rate: 10 }, ['percentage_rate']],
    [{ ...PERCENTAGE, percentage_rate: undefined }, ['percentage_rate']],
    [{ ...PERCENTAGE, currency: 'EUR' }, ['currency']],
    [{ ...PERCENTAGE, amount_cents: 5 }, ['amount_cents']],
    [{ ...FIXED, percentage_rate: '5' }, ['percentage_rate']],
    [{ ...FIXED, amount_cents: undefined }, ['amount_cents']],
    [{ ...FIXED, amount_cents: 0 }, ['amount_cents']],
    [{ ...FIXED, amount_cents: 2 ** 53 }, ['amount_cents']],
    [{ ...FIXED, currency: undefined }, ['currency']],
    [{ ...FIXED, currency: 'XXX1' }, ['currency']],
    [{ ...FIXED, frequency: 'weekly' }, ['frequency']],
    [{ ...FIXED, frequency_duration: 3 }, ['frequency_duration']],
    [{ ...FIXED, frequency: 'recurring' }, ['frequency_duration']],
    [{ ...FIXED, frequency: 'recurring', frequency_duration: 0 }, ['frequency_duration']],
    [{ ...FIXED, frequency: 'recurring', frequency_duration: 1001 }, ['frequency_duration']],
    [{ ...FIXED, expiration_at: PAST }, ['expiration_at']],
    [{ ...FIXED, reusable: 'yes' }, ['reusable']],
    [{ ...FIXED, plan_codes: ['nope'] }, ['plan_codes.0']],
    [{ ...FIXED, plan_codes: ['a', 'a'] }, ['plan_codes.1']],
    [{ ...FIXED, plan_codes: [''] }, ['plan_codes.0']],
    [{ ...FIXED, billable_metric_codes: ['nope'] }, ['billable_metric_codes.0']],
    [{ ...FIXED, plan_codes: ['a'], billable_metric_codes: ['b'] }, ['billable_metric_codes']],
    [{ ...FIXED, code: '' }, ['code']],
  ])('creating %j is refused with 422 on %j', async (terms, fields) => {
    const body = { code: 'refused', name: 'Refused', ...terms };
    expect(await wrongFieldsOf(organization.post(PATH, body))).toEqual(fields);
  });

  it('a refusal names the reason and the remedy', async () => {
    const body = { code: 'refused', name: 'Refused', ...FIXED, percentage_rate: '5', plan_codes: ['nope'] };
    const { errors } = await problemOf(organization.post(PATH, body), 422, 'validation_failed');
    expect(errors).toEqual([
      {
        field: 'percentage_rate',
        code: 'invalid_value',
        message: 'percentage_rate is only for coupons with coupon_type percentage; omit it or send null.',
      },
    ]);
    const unknown = organization.post(PATH, { ...body, percentage_rate: null });
    expect((await problemOf(unknown, 422, 'validation_failed')).errors).toEqual([
      {
        field: 'plan_codes.0',
        code: 'unknown_plan',
        message:
          'plan_codes.0 does not exist in this organization. Create the plan with POST /v1/plans, or look ' +
          'up its code with GET /v1/plans.',
      },
    ]);
  });

  it("another organization's plans and metrics are unknown, and its coupons are not found", async () => {
    const other = await app.anOrganization();
    const [plan, metric] = [await aPlan(other), await aMetric(other)];
    const body = { code: 'refused', name: 'Refused', ...FIXED };
    const withPlan = organization.post(PATH, { ...body, plan_codes: [plan.code] });
    expect(await wrongFieldsOf(withPlan)).toEqual(['plan_codes.0']);
    const withMetric = organization.post(PATH, { ...body, billable_metric_codes: [metric.code] });
    expect(await wrongFieldsOf(withMetric)).toEqual(['billable_metric_codes.0']);
    const { id, code } = await aCoupon(other);
    await problemOf(organization.get(`${PATH}/${id}`), 404, 'not_found');
    await problemOf(organization.put(`${PATH}/${id}`, { name: 'x' }), 404, 'not_found');
    await problemOf(organization.delete(`${PATH}/${id}`), 404, 'not_found');
    const application = organization.post(pathOf(await aCustomer(organization)), { coupon_code: code });
    expect(await wrongFieldsOf(application)).toEqual(['coupon_code']);
  });

  it('an Idempotency-Key creates and applies a coupon once', async () => {
    const twice = async (path: string, body: object): Promise<{ id: string }[]> => {
      const send = () => organization.post(path, body).set('Idempotency-Key', `once ${path}`);
      return [await bodyOf(send(), 201), await bodyOf(send(), 201)];
    };
    const [first, second] = await twice(PATH, { code: 'once', name: 'Once', ...FIXED });
    expect(second).toEqual(first);
    const path = pathOf(await aCustomer(organization));
    const [applied, replayed] = await twice(path, { coupon_code: 'once' });
    expect(replayed).toEqual(applied);
    expect((await listOf(organization.get(path))).total).toBe(1);
  });

  it('a plan that a coupon is limited to is kept until the coupon is deleted', async () => {
    const { id: planId, code: planCode } = await aPlan(organization);
    const { id, code } = await aCoupon(organization, { plan_codes: [planCode] });
    const { detail } = await problemOf(organization.delete(`/v1/plans/${planId}`), 400, 'invalid_state');
    expect(detail).toBe(
      `The coupon "${code}" is limited to the plan; delete it first: DELETE ${PATH}/${id}.`,
    );
    await organization.delete(`${PATH}/${id}`).expect(204);
    await organization.delete(`/v1/plans/${planId}`).expect(204);
  });

  it('every term of a coupon can change until it is applied, then only name and expiration', async () => {
    const plan = await aPlan(organization);
    const { id, code } = await aCoupon(organization);
    const path = `${PATH}/${id}`;
    const terms = { ...PERCENTAGE, amount_cents: null, currency: null, plan_codes: [plan.code] };
    const changed = await bodyOf<object>(organization.put(path, { ...terms, reusable: false }));
    expect(changed).toMatchObject({ ...terms, reusable: false });
    expect(await wrongFieldsOf(organization.put(path, { percentage_rate: null }))).toEqual([
      'percentage_rate',
    ]);
    expect(await wrongFieldsOf(organization.put(path, { code: 'other' }))).toEqual(['code']);
    await anAppliedCoupon(organization, await aCustomer(organization), { coupon_code: code });

    const { detail } = await problemOf(
      organization.put(path, { percentage_rate: '20', reusable: true }),
      400,
      'invalid_state',
    );
    expect(detail).toContain(
      'percentage_rate, reusable cannot be changed, because the coupon has been applied',
    );
    const unlimited = organization.put(path, { plan_codes: [] });
    expect((await problemOf(unlimited, 400, 'invalid_state')).detail).toContain('plan_codes');
    const free = { name: 'Later', expiration_at: '2036-01-01T00:00:00.000Z' };
    expect(await bodyOf(organization.put(path, { ...terms, ...free }))).toEqual({
      ...changed,
      ...free,
      updated_at: expect.stringMatching(INSTANT) as string,
    });
  });

  it('a PUT accepts the limits of an applied coupon in another order, also after a metric was deleted', async () => {
    const [one, other] = [await aMetric(organization), await aMetric(organization)];
    const codes = [one.code, other.code];
    const { id, code } = await aCoupon(organization, { billable_metric_codes: codes });
    await anAppliedCoupon(organization, await aCustomer(organization), { coupon_code: code });
    await organization.delete(`/v1/billable_metrics/${one.id}`).expect(204);
    const body = { name: 'Renamed', billable_metric_codes: codes.reverse() };
    expect(await bodyOf(organization.put(`${PATH}/${id}`, body))).toMatchObject(body);
  });

  it('deleting a coupon frees its code and ends its applications, which remain readable', async () => {
    const customer = await aCustomer(organization);
    const { id, code } = await aCoupon(organization);
    const applied = await anAppliedCoupon(organization, customer, { coupon_code: code });
    const exhausted = await anAppliedCoupon(organization, customer, { coupon_code: code });
    await app.database.query(`UPDATE applied_coupons SET status = 'exhausted' WHERE id = $1`, [exhausted.id]);
    await organization.delete(`${PATH}/${id}`).expect(204);
    await problemOf(organization.get(`${PATH}/${id}`), 404, 'not_found');
    await problemOf(organization.delete(`${PATH}/${id}`), 404, 'not_found');
    expect((await listOf(organization.get(`${PATH}?code=${code}`))).total).toBe(0);
    const ended = {
      status: 'ended',
      code,
      coupon_id: id,
      ended_at: expect.stringMatching(INSTANT) as string,
    };
    expect(await read(customer, applied)).toMatchObject(ended);
    expect(await read(customer, exhausted)).toMatchObject(ended);
    expect((await aCoupon(organization, { code })).id).not.toBe(id);
  });

  describe('on the preview of a bill', () => {
    /** A price of one minor unit, by currency. */
    const MINOR: Readonly<Record<string, string>> = { EUR: '0.01', JPY: '1', KWD: '0.001' };
    const METRICS = ['calls', 'exports'];
    const sum = (amounts: readonly number[]): number => amounts.reduce((all, it) => all + it, 0);

    beforeAll(async () => {
      for (const code of METRICS) await aMetric(organization, { code });
      for (const [code, rate] of Object.entries({ vat: '20', gst: '5', qst: '9.975' })) {
        await aTax(organization, { code, rate });
      }
    });

    // Computed by hand: the fees, the coupons in the order of application, what they take, and what they leave.
    it.each<[string, number[], (string | number | object)[], number[], number[], Given?]>([
      ['a third', [10_000], ['33.3333'], [3333], [6667]],
      ['half a cent, rounded up', [5], ['50'], [3], [2]],
      ['less than half a cent, which is no use', [49], ['1'], [], [49]],
      ['99.9, rounded once', [333, 333, 333], ['10'], [100], [299, 300, 300]],
      ['a cent of equal fees, the first', [7, 7, 7], [1], [1], [6, 7, 7]],
      ['66.67 of each fee', [1000, 1000, 1000], [200], [200], [933, 933, 934]],
      ['34.946, 25.048 and 41.006', [346, 248, 406], [101], [101], [311, 223, 365]],
      ['a tenth before 5.00', [9999], ['10', 500], [1000, 500], [8499]],
      ['a tenth after 5.00', [9999], [500, '10'], [500, 950], [8549]],
      ['2.00 of the calls first', [1000, 500], ['33.3333', CALLS], [200, 433], [667, 200]],
      ['all', [1234, 567], ['100', 5], [1801], [0, 0], { taxes: { vat: 0 } }],
      ['at most the bill', [1234, 567], [999_999], [1801], [0, 0]],
      ['258.54 yen', [1001, 333, 334], ['15.5'], [259], [846, 281, 282], { currency: 'JPY' }],
      ['996.2 and 3.8 fils', [10_005, 38], [1000], [1000], [9009, 34], { currency: 'KWD' }],
      // 599.8, 600 and 600
      [
        '10.01 of what 20 % taxes',
        [3333, 3333, 3334],
        [1001],
        [1001],
        [2999, 3000, 3000],
        { taxes: { vat: 1800 } },
      ],
      // 250.75; 37.6 and 75.012 of 112.612
      ['a quarter of what two taxes tax', [1003], ['25'], [251], [752], { taxes: { gst: 38, qst: 75 } }],
    ])('coupons take %s', async (_, lines, coupons, off, net, { currency = 'EUR', taxes = {} } = {}) => {
      const customer = await aCustomer(organization, { currency, tax_codes: Object.keys(taxes) });
      const used = METRICS.slice(0, lines.length - 1);
      const charges = used.map((code) => aCharge({ code }, { properties: { amount: MINOR[currency] } }));
      const plan = await aPlan(organization, { amount_cents: lines[0], currency, charges });
      for (const coupon of coupons) await anAppliedCoupon(organization, customer, termsOf(coupon, currency));

      const usage = used.map((code, index) => ({
        billable_metric_code: code,
        units: String(lines[index + 1]),
        events_count: 1,
      }));
      const about = { customer_id: customer.id, plan_id: plan.id, billing_time: 'anniversary', usage };
      const bill = await bodyOf<InvoiceBody>(organization.post('/v1/invoices/preview', about));

      expect(bill.fees.map((it) => it.net_amount_cents)).toEqual(net);
      expect(bill.fees.map((it) => it.amount_cents - it.discount_amount_cents)).toEqual(net);
      expect(bill.coupons.map((it) => it.amount_cents)).toEqual(off);
      expect(Object.fromEntries(bill.taxes.map((it) => [it.code, it.amount_cents]))).toEqual(taxes);
      expect(bill).toMatchObject({
        fees_amount_cents: sum(lines),
        coupons_amount_cents: sum(off),
        taxes_amount_cents: sum(Object.values(taxes)),
        total_amount_cents: sum(net) + sum(Object.values(taxes)),
      });
    });
  });
});
