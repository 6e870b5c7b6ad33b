import type supertest from 'supertest';
import { buildOpenApi } from '../../../src/platform/openapi/openapi';
import { apiRoutes } from '../../support/api-routes';
import { aMetric, aPlan, aSubscription, aUsageEvent, aCharge, aWallet } from '../../support/builders';
import { eventually } from '../../support/eventually';
import { seedFromDescription } from '../../support/seed-from-description';
import type { TestOrganization } from '../../support/test-app';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import {
  bodyOf,
  listOf,
  problemOf,
  type AdminOrganizationBody,
  type InstallationLogEntryBody,
} from '../../support/wire';

const ADMIN_TOKEN = 'an-operator-token-of-some-length';

jest.setTimeout(120_000);

describe('deleting an organization', () => {
  const app = useTestApp({ ADMIN_TOKEN, OPEN_REGISTRATION: 'on' });
  const organization = useOrganization(app);

  const asAdmin = (test: supertest.Test): supertest.Test => test.auth(ADMIN_TOKEN, { type: 'bearer' });
  const path = (id: string): string => `/v1/admin/organizations/${id}`;
  const suspend = (id: string) => asAdmin(app.request.post(`${path(id)}/suspend`));
  const remove = (id: string) => asAdmin(app.request.delete(path(id)));
  const untilGone = (id: string) =>
    eventually(async () => ((await asAdmin(app.request.get(path(id)))).status === 404 ? true : null), 20_000);
  const logOf = async (id: string): Promise<InstallationLogEntryBody[]> =>
    (await listOf<InstallationLogEntryBody>(asAdmin(app.request.get(`/v1/admin/log?organization_id=${id}`))))
      .items;

  /** Returns the number of rows that the organization has, by table. */
  async function rowsOf(id: string): Promise<Record<string, number>> {
    const tables = await app.database.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name = 'organization_id'
          AND NOT (SELECT relispartition FROM pg_class WHERE oid = table_name::regclass) ORDER BY 1`,
    );
    const counts = tables.map(
      ({ name }) => `SELECT '${name}' AS name, count(*)::int FROM "${name}" WHERE organization_id = $1`,
    );
    const rows = await app.database.query<{ name: string; count: number }>(counts.join(' UNION ALL '), [id]);
    return Object.fromEntries(rows.filter((it) => it.count > 0).map((it) => [it.name, it.count]));
  }

  async function fill(by: TestOrganization): Promise<void> {
    const document = buildOpenApi(app.app);
    await seedFromDescription(by, document, apiRoutes(document));
    const metric = await aMetric(by, { code: 'filled' });
    const plan = await aPlan(by, { code: 'filled', charges: [aCharge(metric)] });
    await by.put(`/v1/plans/${plan.id}`, { amount_cents: 4242 }).expect(200);
    const subscription = await aSubscription(by, { plan_id: plan.id });
    await aUsageEvent(by, subscription, { code: metric.code });
    const wallet = await aWallet(by);
    for (let topUp = 0; topUp < 3; topUp++) {
      await by.post(`/v1/wallets/${wallet.id}/top_up`, { credits: '5', source: 'granted' }).expect(200);
    }
    await by.post('/v1/customers', { external_id: 'keyed' }).set('Idempotency-Key', 'keyed').expect(201);
  }

  it('removes all its rows and nobody else’s, and leaves an entry in the log of the installation', async () => {
    const other = await app.anOrganization();
    await fill(organization);
    await fill(other);
    await suspend(organization.id).expect(200);
    await suspend(other.id).expect(200); // so that no job changes its rows
    const [before, kept] = [await rowsOf(organization.id), await rowsOf(other.id)];
    for (const table of [
      'wallet_transactions',
      'plan_versions',
      'usage_events',
      'audit_log',
      'webhook_endpoints',
    ])
      expect(before).toHaveProperty(table);
    expect(Object.keys(before).length).toBeGreaterThan(30);

    const answer = await bodyOf<AdminOrganizationBody>(remove(organization.id), 202);
    expect(answer).toMatchObject({ id: organization.id, status: 'deleting' });
    await problemOf(organization.get('/v1/customers'), 401, 'unauthorized');
    await untilGone(organization.id);
    expect(await rowsOf(organization.id)).toEqual({ installation_log: 3 });
    const entries = await logOf(organization.id);
    expect(entries.map((it) => [it.action, it.organization_name, it.request_id === null])).toEqual([
      ['organization.deleted', 'Acme', true],
      ['organization.deletion_requested', 'Acme', false],
      ['organization.suspended', 'Acme', false],
    ]);
    await problemOf(organization.get('/v1/customers'), 401, 'unauthorized');
    expect(await rowsOf(other.id)).toEqual(kept);
  });

  it('only a suspended organization can be deleted', async () => {
    const refused = await problemOf(remove(organization.id), 400, 'invalid_state');
    expect(refused.detail).toContain('suspend it first');
    await organization.get('/v1/customers').expect(200);
    await app.request.delete(path(organization.id)).expect(401);
    await problemOf(remove('0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a'), 404, 'not_found');
  });

  it('an organization that is being deleted can neither be resumed nor get a key', async () => {
    await suspend(organization.id).expect(200);
    const held = await app.database.query(
      `UPDATE organizations SET status = 'deleting' WHERE id = $1 RETURNING id`,
      [organization.id],
    );
    expect(held).toHaveLength(1);
    await problemOf(asAdmin(app.request.post(`${path(organization.id)}/resume`)), 400, 'invalid_state');
    const key = asAdmin(app.request.post(`${path(organization.id)}/api_keys`).send({ name: 'Late' }));
    await problemOf(key, 400, 'invalid_state');
    await bodyOf(remove(organization.id), 202);
    await untilGone(organization.id);
  });

  it('the database refuses to delete entries of either log otherwise', async () => {
    await suspend(organization.id).expect(200);
    const deleteFrom = (table: string) =>
      app.database.query(`DELETE FROM ${table} WHERE organization_id = $1`, [organization.id]);
    await expect(deleteFrom('audit_log')).rejects.toThrow('append-only');
    await expect(deleteFrom('installation_log')).rejects.toThrow('append-only');
  });
});
