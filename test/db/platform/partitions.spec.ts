import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { Queries } from '../../../src/platform/database/reserved-connections';
import { newId } from '../../../src/platform/domain/id';
import { preparePartitions } from '../../../src/platform/partitions/prepare-partitions';
import { Partitions } from '../../../src/platform/partitions/partitions';
import { auditEntries } from '../../support/audited-writes';
import { aCustomer } from '../../support/builders';
import { useOrganization, useProvider, useTestApp } from '../../support/use-test-app';

const DAY_MS = 24 * 60 * 60 * 1000;
const today = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
const daysAgo = (days: number, hours = 0): Date =>
  new Date(today.getTime() - days * DAY_MS + (hours * DAY_MS) / 24);

describe('partitions of the audit log', () => {
  const app = useTestApp({ ROLE: 'api' });
  const organization = useOrganization(app);
  const partitions = useProvider(app, Partitions);

  const owner: Queries = {
    query: async <Rows>(text: string, values?: unknown[]) => (await app.database.query(text, values)) as Rows,
  };
  const names = async (): Promise<string[]> => {
    const rows = await app.database.query<{ name: string }>(
      `SELECT name::text FROM partitions_of('audit_log') ORDER BY lower NULLS FIRST`,
    );
    return rows.map((it) => it.name);
  };
  const make = (from: Date, to: Date) =>
    app.database.query('SELECT make_partition($1, $2, $3)', ['audit_log', from, to]);
  const keepFor = (days: number | null) =>
    app.database.query(`UPDATE partitioned_tables SET retention_days = $1 WHERE name = 'audit_log'`, [days]);

  /** Adds an entry as the service would have at that time. */
  async function anEntry(createdAt: Date, organizationId = organization.id): Promise<string> {
    const id = newId(createdAt);
    await app.database.query(
      `INSERT INTO audit_log (organization_id, id, created_at, actor_type, operation, object_type)
       VALUES ($1, $2, $3, 'system', 'test', 'customer')`,
      [organizationId, id, createdAt],
    );
    return id;
  }

  async function asService<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ connectionString: app.database.url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  afterEach(async () => {
    await keepFor(1);
    await partitions.maintain();
    await keepFor(null);
  });

  it('take new entries, whose ids have their time', async () => {
    await aCustomer(organization);
    const [{ rows }] = (await app.database.query<{ rows: number }>(
      `SELECT count(*)::int AS rows FROM audit_log WHERE tableoid <> 'audit_log_default'::regclass
          AND date_trunc('milliseconds', instant_of_id(id)) = created_at`,
    )) as [{ rows: number }];
    expect(rows).toBe((await auditEntries(organization)).length);
    expect(rows).toBeGreaterThan(1);
  });

  it.each([
    'DROP TABLE %',
    'ALTER TABLE audit_log DETACH PARTITION %',
    'TRUNCATE %',
    'SELECT FROM %',
    'DELETE FROM %',
    'UPDATE % SET operation = NULL',
    'INSERT INTO % DEFAULT VALUES',
    'ALTER TABLE % DISABLE TRIGGER append_only',
    `UPDATE partitioned_tables SET retention_days = 1`,
    `SELECT partition_by_id('customers', NULL)`,
    `SELECT unpartition('audit_log')`,
    `SELECT create_partition_table('audit_log', 'mine')`,
    `SELECT make_partition('customers', now() + interval '2 days', now() + interval '3 days')`,
    `SELECT retire_partition('customers', 'customers')`,
    `SELECT retire_partition('audit_log', 'customers')`,
    `SELECT retire_partition('audit_log', 'audit_log_default')`,
    `SELECT retire_partition('audit_log', '%')`,
  ])('are out of reach of the login of the service: %s', async (statement) => {
    const partition = (await names()).find((it) => it !== 'audit_log_default') ?? '';
    await asService(async (client) => {
      const attempt = client.query(statement.replace('%', partition));
      await expect(attempt).rejects.toThrow(
        /permission denied|must be owner|not a partitioned table|may not be dropped|null value/,
      );
    });
    expect(await names()).toContain(partition);
  });

  it('are dropped once all of their entries have expired, and not before', async () => {
    await make(daysAgo(40), daysAgo(39));
    await make(daysAgo(31), daysAgo(30));
    await make(daysAgo(30), daysAgo(29));
    const ids = [await anEntry(daysAgo(40, 1)), await anEntry(daysAgo(31, 1)), await anEntry(daysAgo(30, 1))];
    await partitions.maintain();
    expect(await names()).toHaveLength(5);
    await keepFor(30);
    await partitions.maintain();
    const left = (await auditEntries(organization, '?operation=test')).map((it) => it.id);
    expect(left).toEqual([ids[2]]);
    expect((await names()).filter((it) => /_p\d/.test(it))).toHaveLength(2);
  });

  it('are refused by the database to a service that would drop them early', async () => {
    await make(daysAgo(30), daysAgo(29));
    await anEntry(daysAgo(30, 1));
    await keepFor(40);
    await asService(async (client) => {
      const dropping = client.query(`SELECT retire_partition('audit_log', $1)`, [
        `audit_log_p${daysAgo(30).toISOString().slice(0, 10).replaceAll('-', '')}`,
      ]);
      await expect(dropping).rejects.toThrow('may not be dropped');
    });
  });

  it('take over what the DEFAULT has taken while they were missing', async () => {
    const id = await anEntry(daysAgo(50, 5));
    await anEntry(daysAgo(49, 5));
    const defaultRows = async (): Promise<string | undefined> => {
      const { text } = await app.request.get('/metrics').expect(200);
      return /^database_default_partition_rows\{table_name="audit_log"\} (\d+)$/m.exec(text)?.[1];
    };
    expect(await defaultRows()).toBe('2');
    await make(daysAgo(50), daysAgo(49));
    expect(await defaultRows()).toBe('1');
    const [row] = await app.database.query<{ partition: string }>(
      'SELECT tableoid::regclass::text AS partition FROM audit_log WHERE id = $1',
      [id],
    );
    expect(row?.partition).toMatch(/^audit_log_p\d{8}$/);
    await expect(app.database.query('DELETE FROM audit_log')).rejects.toThrow('append-only');
  });

  it('are shortened by a migration that shortens the retention, and then made as it needs them', async () => {
    const before = await names();
    await preparePartitions(owner, { audit_log: 40 });
    const rows = await app.database.query<{ days: number }>(
      `SELECT extract(day FROM upper - greatest(lower, $1))::int AS days FROM partitions_of('audit_log')
        WHERE upper > $1 ORDER BY lower`,
      [today],
    );
    expect(rows[0]?.days).toBe(7);
    for (const { days } of rows.slice(1)) expect(days).toBe(2);
    expect((await names()).slice(0, 1)).toEqual(before.slice(0, 1));
    await aCustomer(organization);
    expect(await auditEntries(organization, '?operation=createCustomer')).toHaveLength(1);
  });
});

describe('a partition with survivors', () => {
  const app = useTestApp({ ROLE: 'api' });
  const partitions = useProvider(app, Partitions);

  it('is replaced by one of the same range that holds only them, and dropped when they are gone', async () => {
    await app.database.query(`
      CREATE TABLE parcels (organization_id uuid NOT NULL, parcel_id uuid NOT NULL, pending boolean NOT NULL DEFAULT false,
                            PRIMARY KEY (organization_id, parcel_id));
      SELECT confine_to_organization('parcels');
      CREATE INDEX parcels_pending ON parcels (organization_id, pending, parcel_id);
      INSERT INTO partitioned_tables (name, id_column, survivors)
      VALUES ('parcels', 'parcel_id', 'kept.pending AND kept.parcel_id >= :lower AND kept.parcel_id < :upper');
      SELECT partition_by_id('parcels', NULL); SELECT add_default_partition('parcels')`);
    await app.database.query('SELECT make_partition($1, $2, $3)', ['parcels', daysAgo(10), daysAgo(9)]);
    const pending = newId(daysAgo(10, 3));
    const insert = 'INSERT INTO parcels SELECT $1, id, id = $3 FROM unnest($2::uuid[]) AS id';
    const ids = [newId(daysAgo(10, 1)), pending, newId(daysAgo(10, 5))];
    await app.database.query(insert, [randomUUID(), ids, pending]);
    await app.database.query(`UPDATE partitioned_tables SET retention_days = 5 WHERE name = 'parcels'`);
    const range = () =>
      app.database.query(`SELECT name, lower, upper FROM partitions_of('parcels') WHERE lower = $1`, [
        daysAgo(10),
      ]);
    const left = () => app.database.query<{ id: string }>('SELECT parcel_id AS id FROM parcels');
    const before = await range();
    const { id: mover } = await app.anOrganization();
    await app.database.query(`UPDATE organizations SET cell_state = 'leaving' WHERE id = $1`, [mover]);
    await partitions.maintain();
    expect(await left()).toHaveLength(3);
    await app.database.query(`UPDATE organizations SET cell_state = 'active' WHERE id = $1`, [mover]);

    let accompanied = 0;
    partitions.accompany('parcels', (_tx, { lower }) => {
      if (lower?.getTime() === daysAgo(10).getTime()) accompanied++;
      return Promise.resolve();
    });
    await partitions.maintain();
    expect(accompanied).toBe(1);
    expect(await left()).toEqual([{ id: pending }]);
    expect(await range()).toEqual(before);
    await partitions.maintain();
    expect(await left()).toEqual([{ id: pending }]);

    await app.database.query('UPDATE parcels SET pending = false');
    await partitions.maintain();
    expect(await left()).toEqual([]);
    expect(await range()).toEqual([]);
  });
});
