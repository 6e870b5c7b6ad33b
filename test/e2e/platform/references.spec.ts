import { useTestApp } from '../../support/use-test-app';
import { bodyOf, type InvoiceBody, type ProblemBody, type SubscriptionBody } from '../../support/wire';

const FEES = [{ description: 'Set-up', unit_amount_cents: 5000, units: '1' }];

describe('a record named by a key of the caller', () => {
  const app = useTestApp();
  let acme: Awaited<ReturnType<typeof app.anOrganization>>;
  let customerId: string;
  let planId: string;

  beforeAll(async () => {
    acme = await app.anOrganization();
    const customer = { external_id: 'cust_1', name: 'Jane', currency: 'EUR' };
    customerId = (await bodyOf<{ id: string }>(acme.post('/v1/customers', customer), 201)).id;
    const plan = { code: 'pro', name: 'Pro', interval: 'monthly', amount_cents: 1000, currency: 'EUR' };
    planId = (await bodyOf<{ id: string }>(acme.post('/v1/plans', plan), 201)).id;
    await bodyOf(acme.post('/v1/plans', { ...plan, code: 'max' }), 201);
  });

  const errorsOf = async (path: string, body: object): Promise<string[][]> => {
    const response = await acme.post(path, body).expect(422);
    return ((response.body as ProblemBody).errors ?? []).map((it) => [it.field, it.code, it.message]);
  };

  it('creates the same as with its id', async () => {
    const body = { external_id: 'sub_1', external_customer_id: 'cust_1', plan_code: 'pro' };
    const created = await bodyOf<SubscriptionBody>(acme.post('/v1/subscriptions', body), 201);
    expect(created).toMatchObject({ customer_id: customerId, plan_id: planId });
    const other = { external_id: 'sub_2', customer_id: customerId, plan_id: planId };
    await bodyOf(acme.post('/v1/subscriptions', other), 201);
    const changed = await bodyOf<SubscriptionBody>(
      acme.put(`/v1/subscriptions/${created.id}`, { plan_code: 'max' }),
    );
    expect([changed.plan_id, changed.next_plan_id]).not.toEqual([planId, null]);
    await bodyOf(acme.post(`/v1/subscriptions/${created.id}/change_plan_preview`, { plan_code: 'pro' }));
  });

  it('is found wherever a body needs it', async () => {
    const wallet = { external_customer_id: 'cust_1', currency: 'EUR', rate_amount: '1' };
    expect(await bodyOf(acme.post('/v1/wallets', wallet), 201)).toMatchObject({ customer_id: customerId });
    const preview = { external_customer_id: 'cust_1', plan_code: 'pro' };
    await bodyOf(acme.post('/v1/invoices/preview', preview));
    const body = { external_customer_id: 'cust_1', currency: 'EUR', fees: FEES };
    const invoice = await bodyOf<InvoiceBody>(acme.post('/v1/invoices/one_off', body), 201);
    const payment = { invoice_number: invoice.number, invoice_id: null, amount_cents: 1000 };
    const paid = await bodyOf(acme.post('/v1/payments/record', payment), 201);
    expect(paid).toMatchObject({ invoice_id: invoice.id, amount_cents: 1000 });
    const request = { external_customer_id: 'cust_1', invoice_ids: [invoice.id] };
    await bodyOf(acme.post('/v1/payment_requests', request), 201);
    const campaign = {
      code: 'gentle',
      name: 'Gentle',
      max_attempts: 2,
      days_between_attempts: 3,
      thresholds: [{ currency: 'EUR', amount_cents: 1 }],
    };
    const { id } = await bodyOf<{ id: string }>(acme.post('/v1/dunning_campaigns', campaign), 201);
    const assigned = acme.put(`/v1/customers/${customerId}/dunning_campaign`, {
      dunning_campaign_code: 'gentle',
    });
    expect(await bodyOf(assigned)).toMatchObject({ dunning_campaign_id: id });
  });

  it('both fields are named when the request has neither or both', async () => {
    const neither = await errorsOf('/v1/subscriptions', { external_id: 'sub_3' });
    expect(neither).toEqual([
      ['customer_id', 'required', 'customer_id is required unless external_customer_id is given.'],
      ['external_customer_id', 'required', 'external_customer_id is required unless customer_id is given.'],
      ['plan_id', 'required', 'plan_id is required unless plan_code is given.'],
      ['plan_code', 'required', 'plan_code is required unless plan_id is given.'],
    ]);
    const both = { external_id: 'sub_3', plan_id: planId, plan_code: 'pro', customer_id: customerId };
    expect(await errorsOf('/v1/subscriptions', both)).toEqual([
      ['plan_id', 'invalid_value', 'plan_id must not be given together with plan_code.'],
      ['plan_code', 'invalid_value', 'plan_code must not be given together with plan_id.'],
    ]);
    const cleared = { dunning_campaign_id: null, dunning_campaign_code: 'gentle' };
    await acme.put(`/v1/customers/${customerId}/dunning_campaign`, cleared).expect(422);
    await acme.put(`/v1/customers/${customerId}/dunning_campaign`, { dunning_campaign_id: null }).expect(200);
  });

  it('an unknown key is 422 with its name, that of another organization included', async () => {
    const other = await app.anOrganization();
    await bodyOf(other.post('/v1/customers', { external_id: 'cust_of_other' }), 201);
    for (const key of ['nobody', 'cust_of_other']) {
      const body = { external_id: 'sub_4', external_customer_id: key, plan_code: 'none' };
      expect(await errorsOf('/v1/subscriptions', body)).toEqual([
        [
          'external_customer_id',
          'unknown_customer',
          'external_customer_id does not exist in this organization.',
        ],
        ['plan_code', 'unknown_plan', 'plan_code does not exist in this organization.'],
      ]);
    }
    for (const key of [7, '', ' ', null, 'a\0b', 'x'.repeat(256), ['cust_1']]) {
      const body = { external_id: 'sub_4', external_customer_id: key, plan_id: planId };
      expect((await errorsOf('/v1/subscriptions', body)).map(([field]) => field)).toContain(
        'external_customer_id',
      );
    }
  });

  it('is not looked up again when a response is replayed', async () => {
    const body = { external_customer_id: 'cust_9', currency: 'EUR', rate_amount: '1' };
    const { id } = await bodyOf<{ id: string }>(
      acme.post('/v1/customers', { external_id: 'cust_9', currency: 'EUR' }),
      201,
    );
    const post = () => acme.post('/v1/wallets', body).set('Idempotency-Key', 'wallet-9');
    const first = await bodyOf(post(), 201);
    await acme.put(`/v1/customers/${id}`, { external_id: 'cust_10' }).expect(200);
    expect(await bodyOf(post(), 201)).toEqual(first);
  });
});
