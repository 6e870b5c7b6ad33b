import type supertest from 'supertest';
import { buildOpenApi } from '../../../src/platform/openapi/openapi';
import { EmailRetention } from '../../../src/modules/emails/email-retention';
import { ProviderCallRetention } from '../../../src/modules/payments/provider-calls/provider-call-retention';
import { ReconciliationService } from '../../../src/modules/reconciliation/reconciliation.service';
import { SessionsService } from '../../../src/modules/api-keys/sessions/sessions.service';
import { RetentionService } from '../../../src/modules/webhooks/history/retention.service';
import { DeletedEndpoints } from '../../../src/modules/webhooks/queue/deleted-endpoints';
import { apiRoutes } from '../../support/api-routes';
import {
  aCharge,
  aCustomer,
  aMetric,
  aPlan,
  aSubscription,
  aUsageEvent,
  aWallet,
} from '../../support/builders';
import { DashboardClient } from '../../support/dashboard-client';
import { rowDigests } from '../../support/organization-rows';
import { seedFromDescription } from '../../support/seed-from-description';
import type { TestOrganization } from '../../support/test-app';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { useRecordingReceiver } from '../../support/use-receiver';
import { anEndpoint } from '../../support/webhooks';
import { bodyOf, problemOf } from '../../support/wire';

/** Nobody listens there, so that requests are not sent on. */
const ELSEWHERE = 'http://127.0.0.1:1';
const EVENT = { transaction_id: 'one', code: 'calls', external_customer_id: 'nobody' };
const DAY_MS = 24 * 60 * 60 * 1000;

jest.setTimeout(120_000);

describe('the state of an organization in a cell', () => {
  const receiver = useRecordingReceiver();
  const app = useTestApp({ TEST_CLOCK: 'on', RETENTION_DAYS: '30' });
  const organization = useOrganization(app);
  let browser: DashboardClient;

  beforeEach(async () => {
    browser = new DashboardClient(app);
    await browser.signIn(organization.rawKey);
  });

  const put = ({ id }: TestOrganization, state: string, movedTo: string | null = null): Promise<unknown> =>
    app.database.query('UPDATE organizations SET cell_state = $2, moved_to = $3 WHERE id = $1', [
      id,
      state,
      movedTo,
    ]);
  const requests = (): supertest.Test[] => [
    organization.get('/v1/customers'),
    organization.get('/v1/organizations/current'),
    organization.post('/v1/customers', { external_id: 'late' }),
    organization.post('/v1/customers', { external_id: 'keyed' }).set('Idempotency-Key', 'keyed'),
    organization.post('/v1/events', EVENT),
    organization.post('/v1/events', EVENT).set('Idempotency-Key', 'keyed event'),
    browser.get('/v1/customers'),
    browser.post('/session', { api_key: organization.rawKey }),
  ];

  it('an arriving organization gets 503 with Retry-After from every route, and nothing is stored', async () => {
    await organization.post('/v1/events', EVENT).expect(422); // the process remembers the key from now on
    await put(organization, 'arriving');
    for (const request of requests()) {
      const response = await request;
      expect(response.headers).toHaveProperty('retry-after');
      expect([response.status, (response.body as { code: string }).code]).toEqual([
        503,
        'organization_arriving',
      ]);
    }
    await put(organization, 'active');
    expect(await bodyOf<unknown[]>(organization.get('/v1/customers'))).toEqual([]);
    await organization
      .post('/v1/customers', { external_id: 'keyed' })
      .set('Idempotency-Key', 'keyed')
      .expect(201);
  });

  it('a moved organization gets 421 with its new place from every route', async () => {
    await organization.post('/v1/events', EVENT).expect(422);
    await put(organization, 'moved', ELSEWHERE);
    for (const request of requests()) {
      const response = await request;
      expect(response.headers).toMatchObject({ location: ELSEWHERE });
      expect([response.status, response.body]).toEqual([
        421,
        expect.objectContaining({ code: 'organization_moved', location: ELSEWHERE }),
      ]);
    }
    await put(organization, 'moved');
    const unknown = await problemOf(organization.get('/v1/customers'), 421, 'organization_moved');
    expect(unknown).not.toHaveProperty('location');
  });

  it('portal links and sessions of a moved organization get 421 as well', async () => {
    const customer = await aCustomer(organization);
    const { url } = await bodyOf<{ url: string }>(
      organization.post(`/v1/customers/${customer.id}/portal_link`, {}),
      201,
    );
    const { pathname } = new URL(url);
    await put(organization, 'moved', ELSEWHERE);
    const opened = await app.request.get(pathname);
    expect([opened.status, opened.headers.location]).toEqual([421, ELSEWHERE]);
  });

  it('a leaving organization is served, and its deliveries wait for the end of the move', async () => {
    await anEndpoint(organization, receiver.url('/leaving'));
    await put(organization, 'leaving');
    const customer = await aCustomer(organization);
    await organization.get(`/v1/customers/${customer.id}`).expect(200);
    const other = await app.anOrganization();
    await anEndpoint(other, receiver.url('/other'));
    await aCustomer(other);
    const arrived = (path: string): boolean => receiver.arrivals.some((it) => it.path === path);
    await receiver.until(() => arrived('/other'));
    expect(arrived('/leaving')).toBe(false);
    await put(organization, 'active');
    await receiver.until(() => arrived('/leaving'));
  });

  it('no job changes a row of an organization that moves, however long it takes', async () => {
    const [moving, staying] = [await anOrganizationWithDueWork(), await anOrganizationWithDueWork()];
    await put(moving, 'arriving');
    const digests = () => Promise.all([moving, staying].map((it) => rowDigests(app.database, it.id)));
    const before = await digests();
    await fortyDaysLater();
    const after = await digests();
    expect(after[0]).toEqual(before[0]);
    for (const table of ['subscriptions', 'invoices', 'outbox_events', 'wallets']) {
      expect(after[1]?.[table]).not.toBe(before[1]?.[table]);
    }
  }, 300_000);

  async function anOrganizationWithDueWork(): Promise<TestOrganization> {
    const made = await app.anOrganization();
    const document = buildOpenApi(app.app);
    await seedFromDescription(made, document, apiRoutes(document));
    const metric = await aMetric(made, { code: 'moving' });
    const plan = await aPlan(made, { code: 'moving', charges: [aCharge(metric)] });
    const subscription = await aSubscription(made, { plan_id: plan.id });
    await aUsageEvent(made, subscription, { code: metric.code });
    const expiration = await inDays(30);
    await aWallet(made, { expiration_at: expiration, granted_credits: '10' });
    return made;
  }

  async function inDays(days: number): Promise<string> {
    const { now } = await bodyOf<{ now: string }>(organization.get('/v1/test_clock'));
    return new Date(new Date(now).getTime() + days * DAY_MS).toISOString();
  }

  /** Moves the clock, with everything that falls due, and runs the jobs that only a schedule starts. */
  async function fortyDaysLater(): Promise<void> {
    await organization.put('/v1/test_clock', { now: await inDays(40) }).expect(200);
    const strict = { strict: false };
    await app.app.get(RetentionService, strict).run();
    await app.app.get(EmailRetention, strict).run();
    await app.app.get(ProviderCallRetention, strict).run();
    await app.app.get(SessionsService, strict).deleteExpired();
    await app.app.get(DeletedEndpoints, strict).failLeftovers();
    await app.app.get(ReconciliationService, strict).reconcileAll();
  }
});
