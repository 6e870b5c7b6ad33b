import { aMetric, aPlan, aTax, aCustomer, aSubscription } from '../../support/builders';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, listOf, wrongFieldsOf, type CustomerBody } from '../../support/wire';

const PATH = '/v1/invoices/preview';
const START = '2027-03-11T09:00:00.000Z';
const CHARGE = { billable_metric_code: 'calls', charge_model: 'standard', properties: { amount: '0.1' } };

describe('invoice previews', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  const organization = useOrganization(app);
  let customer: CustomerBody;

  beforeAll(async () => {
    const clock = await app.anOrganization();
    await clock.put('/v1/test_clock', { now: START }).expect(200);
  });
  beforeEach(async () => {
    customer = await aCustomer(organization, { currency: 'EUR', net_payment_term: 10 });
    await aMetric(organization, { code: 'calls', aggregation_type: 'count' });
    await aTax(organization, { applied_to_organization: true });
  });

  const planOf = async (fields: object = {}): Promise<string> =>
    (await aPlan(organization, { amount_cents: 3100, charges: [CHARGE], ...fields })).id;
  const preview = (planId: string, fields: object = {}) =>
    organization.post(PATH, { customer_id: customer.id, plan_id: planId, ...fields });

  it('the preview of a first invoice in arrears prices simulated usage and writes nothing', async () => {
    const planId = await planOf();
    const usage = [{ billable_metric_code: 'calls', units: '50', events_count: 50 }];
    const shown = await bodyOf<{ fees: object[] }>(preview(planId, { usage }));
    expect(shown).toMatchObject({
      customer_id: customer.id,
      invoice_type: 'subscription',
      currency: 'EUR',
      billing_period: { from: '2027-03-11T00:00:00.000Z', to: '2027-04-01T00:00:00.000Z' },
      fees_amount_cents: 2600,
      taxes_amount_cents: 520,
      coupons_amount_cents: 0,
      coupons: [],
      total_amount_cents: 3120,
      issuing_date: '2027-04-01',
      payment_due_date: '2027-04-11',
    });
    expect(shown.fees).toMatchObject([
      { type: 'subscription', unit_amount: '31', amount_cents: 2100, billed_days: 21, period_days: 31 },
      { type: 'charge', units: '50', amount_cents: 500, events_count: 50, from: START },
    ]);
    expect(shown.fees[0]).not.toHaveProperty('id');
    expect((await listOf(organization.get('/v1/invoices'))).total).toBe(0);
    expect((await listOf(organization.get('/v1/subscriptions'))).total).toBe(0);
  });

  it('the preview of a first invoice in advance has no usage', async () => {
    const planId = await planOf({ pay_in_advance: true });
    const shown = await bodyOf(preview(planId, { billing_time: 'anniversary' }));
    expect(shown).toMatchObject({
      billing_period: { from: '2027-03-11T00:00:00.000Z', to: '2027-04-11T00:00:00.000Z' },
      fees: [{ type: 'subscription', amount_cents: 3100 }],
      issuing_date: '2027-03-11',
    });
    const usage = [{ billable_metric_code: 'calls', units: '50', events_count: 50 }];
    expect(await wrongFieldsOf(preview(planId, { usage }))).toEqual(['usage']);
  });

  it('the preview equals the first invoice of the subscription', async () => {
    const planId = await planOf({ pay_in_advance: true });
    const shown = await bodyOf<{ fees: object[]; total_amount_cents: number }>(preview(planId));
    await aSubscription(organization, { customer_id: customer.id, plan_id: planId });
    const { items } = await listOf<{ fees: { id?: string }[] }>(organization.get('/v1/invoices'));
    const [invoice] = items;
    expect(invoice).toMatchObject({ ...shown, fees: [expect.objectContaining(shown.fees[0] ?? {})] });
  });

  it('an invalid preview request is refused with a 422 that names the field', async () => {
    const planId = await planOf();
    const unknown = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';
    expect(await wrongFieldsOf(preview(unknown))).toEqual(['plan_id']);
    expect(await wrongFieldsOf(preview(planId, { customer_id: unknown }))).toEqual(['customer_id']);
    expect(await wrongFieldsOf(preview(planId, { billing_time: 'x' }))).toEqual(['billing_time']);
    const usage = [{ billable_metric_code: 'none', units: '1', events_count: 1 }];
    expect(await wrongFieldsOf(preview(planId, { usage }))).toEqual(['usage.0.billable_metric_code']);
    const most = [{ billable_metric_code: 'calls', units: '9'.repeat(30), events_count: 1 }];
    expect((await wrongFieldsOf(preview(planId, { usage: most }))).length).toBe(1);
  });
});
