import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { INTERNAL_TABLES } from '../../../src/modules/organizations/export/internal-tables';
import { aCustomer, aPaymentByHand, aWallet, anInvoice } from '../../support/builders';
import { eventually } from '../../support/eventually';
import type { TestOrganization } from '../../support/test-app';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { anEndpoint } from '../../support/webhooks';

const PATH = '/v1/organizations/current/export';

interface Line {
  table?: string;
  record?: Record<string, unknown>;
  end?: boolean;
  records?: number;
}

describe('the export of an organization', () => {
  const app = useTestApp({ ROLE: 'api' });
  const organization = useOrganization(app);

  const textOf = async ({ rawKey }: TestOrganization): Promise<string> => {
    const response = await fetch(app.url + PATH, { headers: { authorization: `Bearer ${rawKey}` } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/x-ndjson');
    return response.text();
  };
  const linesOf = (text: string): Line[] =>
    text
      .trimEnd()
      .split('\n')
      .map((it) => JSON.parse(it) as Line);
  const seed = async (): Promise<string> => {
    const endpoint = await anEndpoint(organization, 'http://127.0.0.1:4/');
    const customer = await aCustomer(organization, { name: 'Zoë' });
    await aWallet(organization, { customer_id: customer.id });
    const invoice = await anInvoice(organization, { customer_id: customer.id });
    await aPaymentByHand(organization, { invoice_id: invoice.id }, 100);
    const secret = 'whsec_0123456789abcdef0123456789abcdef';
    await organization.put('/v1/payment_providers/stripe', { webhook_secret: secret }).expect(200);
    return endpoint.secret ?? '';
  };
  /** Inserts customers directly, because there are many. */
  const insertCustomers = (count: number) =>
    app.database.query(
      `INSERT INTO customers (organization_id, id, external_id, metadata, created_at, updated_at)
       SELECT $1, gen_random_uuid(), 'bulk-' || n, jsonb_build_object('note', repeat('x', 1000)), now(), now()
         FROM generate_series(1, $2::int) AS n`,
      [organization.id, count],
    );

  it('has every row of the organization, none of another one, and an end', async () => {
    await seed();
    await aCustomer(await app.anOrganization(), { external_id: 'foreign' });
    const lines = linesOf(await textOf(organization));
    expect(lines.at(-1)).toEqual({ end: true, records: lines.length - 1 });
    const exported = new Map<string, number>();
    for (const { table = '', record } of lines.slice(0, -1)) {
      exported.set(table, (exported.get(table) ?? 0) + 1);
      expect(record?.organization_id ?? record?.id).toBe(organization.id);
    }
    const tables = await app.database.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name = 'organization_id'
          AND NOT (SELECT relispartition FROM pg_class WHERE oid = table_name::regclass)`,
    );
    for (const { name } of tables) {
      const [row] = await app.database.query<{ count: string }>(
        `SELECT count(*) AS count FROM ${name} WHERE organization_id = $1`,
        [organization.id],
      );
      const expected = name in INTERNAL_TABLES ? 0 : Number(row?.count);
      expect({ name, count: exported.get(name) ?? 0 }).toEqual({ name, count: expected });
    }
    expect(exported.get('organizations')).toBe(1);
  });

  it('contains no secret, neither as text nor encrypted, nor hashes of keys', async () => {
    const secret = await seed();
    const text = await textOf(organization);
    const stored = await app.database.query<Record<string, string>>(
      `SELECT key_hash, webhook_endpoints.sealed_secret, provider.token, provider.sealed_secret AS provider_secret
         FROM api_keys, webhook_endpoints, payment_provider_connections AS provider
        WHERE api_keys.organization_id = $1 AND webhook_endpoints.organization_id = $1
          AND provider.organization_id = $1`,
      [organization.id],
    );
    expect(stored).toHaveLength(1);
    for (const it of [secret, organization.rawKey, ...Object.values(stored[0] ?? {})]) {
      expect(text).not.toContain(it);
    }
  });

  it('streams more than fits into buffers, page by page', async () => {
    await insertCustomers(2345);
    const lines = linesOf(await textOf(organization));
    const ids = lines.filter((it) => it.table === 'customers').map((it) => it.record?.id);
    expect(new Set(ids).size).toBe(2345);
  });

  it('ends when the client disconnects, and serves the next request', async () => {
    await insertCustomers(20_000);
    const request = get(app.url + PATH, { headers: { authorization: `Bearer ${organization.rawKey}` } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    await once(response, 'readable');
    response.destroy();
    await eventually(async () => {
      const rows = await app.database.query(
        `SELECT 1 FROM pg_stat_activity
          WHERE datname = current_database() AND query LIKE '%to_jsonb(row)%' AND state = 'active'
            AND pid <> pg_backend_pid()`,
      );
      return rows.length === 0 ? true : null;
    });
    await organization.get(`/v1/customers?limit=1`).expect(200);
  });

  it('needs the scope organization:export', async () => {
    const body = { name: 'Reader', preset: 'read_only' };
    const { body: key } = (await organization
      .post('/v1/organizations/current/api_keys', body)
      .expect(201)) as {
      body: { raw_key: string };
    };
    const request = app.request.get(PATH).set('Authorization', `Bearer ${key.raw_key}`);
    await request.expect(403);
  });
});
