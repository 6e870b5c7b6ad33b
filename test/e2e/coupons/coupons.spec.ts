import { aCoupon, aCustomer, aMetric, anAppliedCoupon, aPlan } from '../../support/builders';
import type { AppliedCouponBody } from '../../support/coupon-wire';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import { INSTANT, UUID_V7, bodyOf, listOf, problemOf, wrongFieldsOf } from '../../support/wire';

const PATH = '/v1/coupons';
const FIXED = { coupon_type: 'fixed_amount', amount_cents: 1000, currency: 'EUR', frequency: 'once' };
const PERCENTAGE = { coupon_type: 'percentage', percentage_rate: '10', frequency: 'forever' };
const PAST = '2020-01-01T00:00:00.000Z';

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
});
