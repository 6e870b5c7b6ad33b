import { DashboardClient } from '../../support/dashboard-client';
import { eventually } from '../../support/eventually';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import {
  bodyOf,
  problemOf,
  type ApiKeyBody,
  type CurrentUsageBody,
  type CustomerBody,
  type EndpointBody,
  type InboxRequestBody,
  type InvoiceBody,
  type SubscriptionBody,
} from '../../support/wire';

const KEYS = '/v1/organizations/current/api_keys';
const SAMPLES = '/sample_data';

describe('the sample data', () => {
  /** One long transaction: on a busy machine its statements may take longer than the usual deadline. */
  const app = useTestApp({ DATABASE_TIMEOUT_MS: '30000' });
  const organization = useOrganization(app);
  let browser: DashboardClient;

  beforeEach(async () => {
    browser = new DashboardClient(app);
    await browser.signIn(organization.rawKey);
  });

  it('is made with one request, and once', async () => {
    const answers = await Promise.all([browser.post(SAMPLES), browser.post(SAMPLES)]);
    expect(answers.map((it) => it.status).sort()).toEqual([200, 201]);
    expect(await bodyOf(browser.post(SAMPLES))).toEqual({ created: false });
    const customers = await bodyOf<CustomerBody[]>(organization.get('/v1/customers?order_by=created_at:asc'));
    expect(customers.map((it) => it.name)).toEqual([
      'Ada Software Ltd.',
      'Młyn Łódź sp. z o.o.',
      '日本データ株式会社',
    ]);
    const invoices = await bodyOf<InvoiceBody[]>(organization.get('/v1/invoices'));
    expect(invoices.map((it) => it.status).sort()).toEqual(['finalized', 'finalized', 'paid']);
  });

  it('has usage that its plan charges, and an inbox that receives the events', async () => {
    await browser.post(SAMPLES).expect(201);
    const subscriptions = await bodyOf<SubscriptionBody[]>(organization.get('/v1/subscriptions'));
    const first = subscriptions.find((it) => it.external_id === 'sample_ada_pro');
    const path = `/v1/customers/${first?.customer_id}/current_usage?subscription_id=${first?.id}`;
    const usage = await bodyOf<CurrentUsageBody>(organization.get(path));
    expect([usage.charges[0]?.units, usage.amount_cents]).toEqual(['1400', 1200]);
    const [inbox] = await bodyOf<EndpointBody[]>(organization.get('/v1/webhook_endpoints'));
    const received = `/v1/webhook_endpoints/${inbox?.id}/inbox?limit=100`;
    await eventually(async () => {
      const requests = await bodyOf<InboxRequestBody[]>(organization.get(received));
      return JSON.stringify(requests).includes('payment.succeeded') ? requests : null;
    });
  });

  it('needs a key that may make each part of it', async () => {
    for (const [body, scope] of [
      [{ preset: 'read_only' }, 'customers:write'],
      [{ scopes: ['customers:write'] }, 'billable_metrics:write'],
    ] as const) {
      const key = await bodyOf<ApiKeyBody>(organization.post(KEYS, { name: 'Limited', ...body }), 201);
      const limited = new DashboardClient(app);
      await limited.signIn(key.raw_key ?? '');
      const { detail } = await problemOf(limited.post(SAMPLES), 403, 'insufficient_scope');
      expect(detail).toContain(`"${scope}"`);
    }
    await problemOf(app.request.post('/dashboard/api/sample_data').send({}), 400, 'malformed_request');
    expect(await bodyOf(organization.get('/v1/customers'))).toEqual([]);
  });

  it('leaves everything as it was when a code of it is taken', async () => {
    const metric = { code: 'sample_api_calls', name: 'Mine', aggregation_type: 'count' };
    await organization.post('/v1/billable_metrics', metric).expect(201);
    await problemOf(browser.post(SAMPLES), 409, 'conflict');
    expect(await bodyOf(organization.get('/v1/webhook_endpoints'))).toEqual([]);
  });
});
