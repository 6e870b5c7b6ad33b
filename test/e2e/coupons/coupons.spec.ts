import { aCustomer, aMetric, aPlan } from '../../support/builders';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { INSTANT, UUID_V7, bodyOf, listOf, problemOf, wrongFieldsOf } from '../../support/wire';

const FIXED = {
  code: 'welcome',
  name: 'Welcome',
  coupon_type: 'fixed_amount',
  amount_cents: 1000,
  currency: 'EUR',
  frequency: 'once',
};
const TEN_PERCENT = { coupon_type: 'percentage', percentage_rate: '10', frequency: 'forever' };
const PERCENTAGE = { code: 'tenth', name: 'Tenth', ...TEN_PERCENT };
const ABSENT_ID = '0199a3c4-5b7e-7b52-9c1d-3e5f7a9b1c4f';

describe('coupons', () => {
  const app = useTestApp();
  const organization = useOrganization(app);
  let made = 0;

  it('a created coupon is returned with all fields', async () => {
    const coupon = await create(FIXED);
    expect(coupon).toEqual({
      id: expect.stringMatching(UUID_V7) as string,
      ...FIXED,
      percentage_rate: null,
      frequency_duration: null,
      expiration_at: null,
      reusable: true,
      plan_codes: [],
      billable_metric_codes: [],
      created_at: expect.stringMatching(INSTANT) as string,
      updated_at: expect.stringMatching(INSTANT) as string,
    });
    expect(await bodyOf(organization.get(`/v1/coupons/${coupon.id}`))).toEqual(coupon);
    expect((await listOf(organization.get('/v1/coupons?code=welcome'))).items).toEqual([coupon]);
    await problemOf(organization.post('/v1/coupons', FIXED), 409, 'conflict');
    await problemOf((await app.anOrganization()).get(`/v1/coupons/${coupon.id}`), 404, 'not_found');
  });

  it.each([
    [{ ...PERCENTAGE, percentage_rate: '100.01' }, ['percentage_rate']],
    [{ ...PERCENTAGE, percentage_rate: '0' }, ['percentage_rate']],
    [{ ...PERCENTAGE, percentage_rate: undefined }, ['percentage_rate']],
    [{ ...PERCENTAGE, currency: 'EUR' }, ['currency']],
    [{ ...PERCENTAGE, amount_cents: 5 }, ['amount_cents']],
    [{ ...FIXED, amount_cents: undefined }, ['amount_cents']],
    [{ ...FIXED, amount_cents: 0 }, ['amount_cents']],
    [{ ...FIXED, currency: undefined }, ['currency']],
    [{ ...FIXED, currency: 'XXX1' }, ['currency']],
    [{ ...FIXED, frequency: 'weekly' }, ['frequency']],
    [{ ...FIXED, frequency_duration: 3 }, ['frequency_duration']],
    [{ ...FIXED, frequency: 'recurring' }, ['frequency_duration']],
    [{ ...FIXED, expiration_at: '2020-01-01T00:00:00Z' }, ['expiration_at']],
    [{ ...FIXED, plan_codes: ['nope'] }, ['plan_codes.0']],
    [{ ...FIXED, billable_metric_codes: ['nope'] }, ['billable_metric_codes.0']],
    [{ ...FIXED, plan_codes: ['a'], billable_metric_codes: ['b'] }, ['billable_metric_codes']],
    [{ ...FIXED, code: '' }, ['code']],
  ])('creating %j is refused with 422 that names %j', async (body, fields) => {
    expect(await wrongFieldsOf(organization.post('/v1/coupons', body))).toEqual(fields);
  });

  it('a coupon can be limited to plans or to metrics', async () => {
    const plan = await aPlan(organization);
    const metric = await aMetric(organization);
    expect(await create({ plan_codes: [plan.code, plan.code] })).toMatchObject({ plan_codes: [plan.code] });
    expect(await create({ billable_metric_codes: [metric.code] })).toMatchObject({
      billable_metric_codes: [metric.code],
    });
  });

  it('an applied coupon is returned with a snapshot of its terms', async () => {
    const customer = await aCustomer(organization, { currency: 'EUR' });
    const coupon = await create();
    const applied = await apply(customer, { coupon_code: coupon.code, amount_cents: 700 });
    expect(applied).toEqual({
      id: expect.stringMatching(UUID_V7) as string,
      coupon_id: coupon.id,
      code: coupon.code,
      customer_id: customer.id,
      status: 'active',
      coupon_type: 'fixed_amount',
      amount_cents: 700,
      currency: 'EUR',
      percentage_rate: null,
      amount_remaining_cents: 700,
      frequency: 'once',
      frequency_duration_remaining: null,
      created_at: expect.stringMatching(INSTANT) as string,
      ended_at: null,
    });
    const path = `/v1/customers/${customer.id}/coupons`;
    expect(await bodyOf(organization.get(`${path}/${applied.id}`))).toEqual(applied);
    expect((await listOf(organization.get(`${path}?status=active`))).items).toEqual([applied]);
    expect((await listOf(organization.get(`${path}?status=ended`))).items).toEqual([]);
    const events = await app.database.query<{ kind: string; object_type: string }>(
      'SELECT kind, object_type FROM outbox_events WHERE object_id = $1',
      [applied.id],
    );
    expect(events).toEqual([{ kind: 'coupon.applied', object_type: 'applied_coupon' }]);
    await problemOf(organization.get(`/v1/customers/${ABSENT_ID}/coupons`), 404, 'not_found');
    await problemOf(organization.get(`/v1/customers/${ABSENT_ID}/coupons/${applied.id}`), 404, 'not_found');
  });

  it('a frequency of the customer replaces that of the coupon with its duration', async () => {
    const customer = await aCustomer(organization);
    const coupon = await create({ frequency: 'recurring', frequency_duration: 3 });
    const own = { coupon_code: coupon.code };
    expect(await apply(customer, own)).toMatchObject({ frequency_duration_remaining: 3 });
    expect(await apply(customer, { ...own, frequency_duration: 5 })).toMatchObject({
      frequency_duration_remaining: 5,
    });
    expect(await apply(customer, { ...own, frequency: 'forever' })).toMatchObject({
      frequency: 'forever',
      frequency_duration_remaining: null,
    });
  });

  it.each([
    ['an unknown code', () => ({ coupon_code: 'nope' }), ['coupon_code']],
    ['no code', () => ({}), ['coupon_code']],
    [
      'a percentage of a fixed amount',
      (code: string) => ({ coupon_code: code, percentage_rate: '5' }),
      ['percentage_rate'],
    ],
    [
      'a duration without recurring',
      (code: string) => ({ coupon_code: code, frequency_duration: 2 }),
      ['frequency_duration'],
    ],
    [
      'a recurring coupon without a duration',
      (code: string) => ({ coupon_code: code, frequency: 'recurring' }),
      ['frequency_duration'],
    ],
  ] as const)('applying %s is refused with 422', async (_case, bodyFor, fields) => {
    const customer = await aCustomer(organization);
    const body = bodyFor((await create()).code);
    expect(await wrongFieldsOf(organization.post(`/v1/customers/${customer.id}/coupons`, body))).toEqual(
      fields,
    );
  });

  it("applying a fixed amount in another currency than the customer's is refused with 422", async () => {
    const customer = await aCustomer(organization, { currency: 'USD' });
    const { code } = await create();
    const problem = await problemOf(
      organization.post(`/v1/customers/${customer.id}/coupons`, { coupon_code: code }),
      422,
      'validation_failed',
    );
    expect(problem.errors).toEqual([
      {
        field: 'coupon_code',
        code: 'currency_mismatch',
        message: "coupon_code: the coupon is in EUR, the customer's currency is USD.",
      },
    ]);
  });

  it('a coupon that is not reusable can be applied once per customer, ended applications included', async () => {
    const customer = await aCustomer(organization);
    const { code } = await create({ reusable: false });
    const path = `/v1/customers/${customer.id}/coupons`;
    const applied = await apply(customer, { coupon_code: code });
    await organization.delete(`${path}/${applied.id}`).expect(204);
    expect(await wrongFieldsOf(organization.post(path, { coupon_code: code }))).toEqual(['coupon_code']);
    await apply(await aCustomer(organization), { coupon_code: code });
  });

  it('an expired coupon cannot be applied, and what was applied before stays', async () => {
    const customer = await aCustomer(organization);
    const coupon = await create();
    const applied = await apply(customer, { coupon_code: coupon.code });
    await bodyOf(organization.put(`/v1/coupons/${coupon.id}`, { expiration_at: '2020-01-01T00:00:00Z' }));
    const path = `/v1/customers/${customer.id}/coupons`;
    expect(await wrongFieldsOf(organization.post(path, { coupon_code: coupon.code }))).toEqual([
      'coupon_code',
    ]);
    expect(await bodyOf(organization.get(`${path}/${applied.id}`))).toMatchObject({ status: 'active' });
  });

  it('only name and expiration of a coupon can change once it has been applied', async () => {
    const coupon = await create();
    const path = `/v1/coupons/${coupon.id}`;
    expect(await bodyOf(organization.put(path, { amount_cents: 900 }))).toMatchObject({ amount_cents: 900 });
    await apply(await aCustomer(organization), { coupon_code: coupon.code });
    expect(await bodyOf(organization.put(path, { name: 'Hello', amount_cents: 900 }))).toMatchObject({
      name: 'Hello',
    });
    await problemOf(organization.put(path, { amount_cents: 800 }), 400, 'invalid_state');
    expect(await wrongFieldsOf(organization.put(path, { code: 'other' }))).toEqual(['code']);
  });

  it('ending an applied coupon twice is refused with 400 invalid_state', async () => {
    const customer = await aCustomer(organization);
    const applied = await apply(customer, { coupon_code: (await create()).code });
    const path = `/v1/customers/${customer.id}/coupons/${applied.id}`;
    await organization.delete(path).expect(204);
    expect(await bodyOf(organization.get(path))).toMatchObject({
      status: 'ended',
      ended_at: expect.stringMatching(INSTANT) as string,
    });
    await problemOf(organization.delete(path), 400, 'invalid_state');
    await problemOf((await app.anOrganization()).delete(path), 404, 'not_found');
  });

  it('deleting a coupon ends its applications, which stay readable with its code', async () => {
    const customer = await aCustomer(organization);
    const coupon = await create();
    const applied = await apply(customer, { coupon_code: coupon.code });
    await organization.delete(`/v1/coupons/${coupon.id}`).expect(204);
    await problemOf(organization.get(`/v1/coupons/${coupon.id}`), 404, 'not_found');
    expect(
      await bodyOf(organization.get(`/v1/customers/${customer.id}/coupons/${applied.id}`)),
    ).toMatchObject({
      status: 'ended',
      code: coupon.code,
    });
    await create({ code: coupon.code });
  });

  function create(fields: object = {}): Promise<CouponBody> {
    return bodyOf(organization.post('/v1/coupons', { ...FIXED, code: `coupon_${++made}`, ...fields }), 201);
  }

  function apply(customer: { id: string }, body: object): Promise<AppliedCouponBody> {
    return bodyOf(organization.post(`/v1/customers/${customer.id}/coupons`, body), 201);
  }
});

interface CouponBody {
  id: string;
  code: string;
  plan_codes: string[];
}

interface AppliedCouponBody {
  id: string;
  status: string;
  amount_remaining_cents: number | null;
}
