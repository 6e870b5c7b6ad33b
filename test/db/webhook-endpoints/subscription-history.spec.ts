import { DataSource } from 'typeorm';
import { EndpointSubscriptions1764330000000 } from '../../../src/migrations/1764330000000-endpoint-subscriptions';
import { dataSourceOptions } from '../../../src/platform/database/data-source-options';
import { newId } from '../../../src/platform/domain/id';
import { schema } from '../../../src/schema';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

const [CREATED, CHANGED] = ['2030-01-01T00:00:00.000Z', '2030-02-01T00:00:00.000Z'];

describe('the migration that creates the subscription history', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  const organizationId = newId();

  beforeAll(async () => {
    database = await createTestDatabase();
    const settings = { url: database.url, poolSize: 1, timeoutMs: 10_000, applicationName: 'history' };
    dataSource = await new DataSource(dataSourceOptions(settings, schema)).initialize();
    await database.query(`INSERT INTO organizations VALUES ($1, 'Acme', 'USD', 'UTC', $2, $2)`, [
      organizationId,
      CREATED,
    ]);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('records the event types of each endpoint since its last change, and earlier ones as unknown', async () => {
    const runner = dataSource.createQueryRunner();
    const migration = new EndpointSubscriptions1764330000000();
    await migration.down(runner);
    const types = ['invoice.*', 'customer.created'];
    const unchanged = await insertEndpoint({ status: 'active', types, updatedAt: CREATED });
    const changed = await insertEndpoint({ status: 'active', types: [], updatedAt: CHANGED });
    const inactive = await insertEndpoint({ status: 'inactive', types, updatedAt: CHANGED });
    const deleted = await insertEndpoint({ status: 'active', types, updatedAt: CHANGED, deletedAt: CHANGED });
    await insertEndpoint({ status: 'inactive', types, updatedAt: CREATED });
    await migration.up(runner);
    await runner.release();

    const unknown = { types: null, from: CREATED, to: CHANGED };
    expect(await spans()).toEqual(
      [
        { endpoint: unchanged, types, from: CREATED, to: null },
        { endpoint: changed, ...unknown },
        { endpoint: changed, types: [], from: CHANGED, to: null },
        { endpoint: inactive, ...unknown },
        { endpoint: deleted, ...unknown },
      ].sort((a, b) => a.endpoint.localeCompare(b.endpoint)),
    );
  });

  async function insertEndpoint(fields: {
    status: string;
    types: string[];
    updatedAt: string;
    deletedAt?: string;
  }): Promise<string> {
    const id = newId();
    await database.query(
      `INSERT INTO webhook_endpoints
         (organization_id, id, url, signature_algo, status, event_types, sealed_secret, created_at, updated_at, deleted_at)
       VALUES ($1, $2, 'https://hooks.example.com/', 'hmac', $3, $4, '', $5, $6, $7)`,
      [
        ...[organizationId, id, fields.status, fields.types],
        ...[CREATED, fields.updatedAt, fields.deletedAt ?? null],
      ],
    );
    return id;
  }

  function spans(): Promise<unknown[]> {
    return database
      .query<{ endpoint: string; types: string[] | null; from: Date; to: Date | null }>(
        `SELECT webhook_endpoint_id AS endpoint, event_types AS types, starts_at AS "from", ends_at AS "to"
           FROM webhook_endpoint_subscriptions WHERE organization_id = $1 ORDER BY webhook_endpoint_id, starts_at`,
        [organizationId],
      )
      .then((rows) =>
        rows.map((it) => ({ ...it, from: it.from.toISOString(), to: it.to?.toISOString() ?? null })),
      );
  }
});
