import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { CountedEventsBackfill1764460040000 } from '../../../src/migrations/1764460040000-counted-events-backfill';
import { VacuumSettings1764460020000 } from '../../../src/migrations/1764460020000-vacuum-settings';
import { AuditLogPartitions1764800010000 } from '../../../src/migrations/1764800010000-audit-log-partitions';
import { AttemptPartitions1766001000000 } from '../../../src/migrations/1766001000000-attempt-partitions';
import { DeliveryPartitions1766002000000 } from '../../../src/migrations/1766002000000-delivery-partitions';
import { EventPartitions1766003010000 } from '../../../src/migrations/1766003010000-event-partitions';
import { UsageEventPartitions1767000040000 } from '../../../src/migrations/1767000040000-usage-event-partitions';
import { OrganizationRowsRepository } from '../../../src/modules/organizations/deletion/organization-rows.repository';
import { Transactions } from '../../../src/platform/database/transactions';
import { anInvoice } from '../../support/builders/invoices';
import { eventually } from '../../support/eventually';
import { aMeteredSubscription } from '../../support/metered-subscription';
import { bodyOf } from '../../support/wire';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';

const FLIPS = 400;
/** More than two batches of the backfill. */
const OLD_FEES = 4500;
const BEYOND_INTEGER = 3_000_000_000;

/** Tables that grow with the traffic, or that every batch of events updates. */
const BUSY_TABLES = [
  'audit_log',
  'metered_subscriptions',
  'outbox_events',
  'usage_charge_states',
  'usage_events',
  'usage_periods',
  'usage_totals',
  'webhook_attempts',
  'webhook_deliveries',
  'webhook_queue',
];

describe('limits of the schema', () => {
  let app: TestApp;
  let organization: TestOrganization;

  beforeAll(async () => {
    app = await startTestApp({ EVENTS_RATE_LIMIT: '0' });
    organization = await app.anOrganization();
  });
  afterAll(() => app.stop());

  describe('a billing period', () => {
    it('is updated without touching an index when its dirty flag changes', async () => {
      const { periodId } = await aMeteredSubscription(app, organization);
      await settled(periodId);
      const before = await updates('usage_periods');
      for (let n = 0; n < FLIPS; n++) {
        await app.database.query('UPDATE usage_periods SET followed = NOT followed WHERE id = $1', [
          periodId,
        ]);
      }
      const after = await eventually(async () => {
        const it = await updates('usage_periods');
        return it.all - before.all >= FLIPS ? it : null;
      });
      expect(after.hot - before.hot).toBeGreaterThan(0.95 * FLIPS);
    });

    it('is listed exactly while it is dirty, also when an earlier release changes the flag', async () => {
      const { periodId } = await aMeteredSubscription(app, organization);
      await settled(periodId);
      const client = new Client({ connectionString: app.database.url });
      await client.connect();
      try {
        await client.query('BEGIN'); // hidden from the consumers, which would clear the flag
        const listed = async (): Promise<number> => {
          const { rowCount } = await client.query('SELECT FROM unfollowed_periods WHERE period_id = $1', [
            periodId,
          ]);
          return rowCount ?? 0;
        };
        const set = (followed: boolean): Promise<unknown> =>
          client.query('UPDATE usage_periods SET followed = $2 WHERE id = $1', [periodId, followed]);
        expect(await listed()).toBe(0);
        await set(false);
        await set(false);
        expect(await listed()).toBe(1);
        await set(true);
        expect(await listed()).toBe(0);
        await set(false);
        await client.query('DELETE FROM usage_periods WHERE id = $1', [periodId]);
        expect(await listed()).toBe(0);
        await client.query('ROLLBACK');
      } finally {
        await client.end();
      }
    });
  });

  describe('the number of events of a fee', () => {
    it('exceeds an integer in answers', async () => {
      const id = await aFee({ counted_events: BEYOND_INTEGER });
      const fees = await bodyOf<{ id: string; events_count: number | null }[]>(organization.get('/v1/fees'));
      expect(fees.find((it) => it.id === id)?.events_count).toBe(BEYOND_INTEGER);
      expect(await columnsOf(id)).toEqual({ events_count: 2_147_483_647, counted_events: '3000000000' });
    });

    it('is kept in both columns, whichever release stores the fee', async () => {
      const earlier = await aFee({ events_count: 7 });
      expect(await columnsOf(earlier)).toEqual({ events_count: 7, counted_events: '7' });
      const neither = await aFee({});
      expect(await columnsOf(neither)).toEqual({ events_count: null, counted_events: null });
    });

    it('is copied for the fees of earlier releases, in batches', async () => {
      await app.database.query('ALTER TABLE invoice_fees DISABLE TRIGGER count_events');
      await aFee({ events_count: 12 }, OLD_FEES);
      await app.database.query('ALTER TABLE invoice_fees ENABLE TRIGGER count_events');
      expect(await missing()).toBe(OLD_FEES);
      await asOwner((runner) => new CountedEventsBackfill1764460040000().up(runner));
      expect(await missing()).toBe(0);
    });
  });

  describe('autovacuum', () => {
    it('is set for each table that grows with the traffic', async () => {
      const rows = await app.database.query<{ name: string }>(
        `SELECT relname AS name FROM pg_class AS t
          WHERE relname = ANY ($1)
            AND (SELECT bool_and(reloptions::text LIKE '%autovacuum_vacuum_%') FROM pg_class AS it
                  WHERE it.relkind = 'r' AND (it.oid = t.oid OR it.oid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = t.oid)))
          ORDER BY 1`,
        [BUSY_TABLES],
      );
      expect(rows.map((it) => it.name)).toEqual(BUSY_TABLES);
    });

    it('is set while the tables are being written', async () => {
      const later = [
        new AttemptPartitions1766001000000(),
        new DeliveryPartitions1766002000000(),
        new EventPartitions1766003010000(),
        new UsageEventPartitions1767000040000(),
      ];
      for (const it of [...later].reverse()) await asOwner((runner) => it.down(runner)); // they were no partitions then
      const writer = new Client({ connectionString: app.database.url });
      await writer.connect();
      try {
        await writer.query(
          'BEGIN; DELETE FROM usage_events WHERE false; DELETE FROM webhook_deliveries WHERE false',
        );
        await asOwner(async (runner) => {
          await runner.query(`SET lock_timeout = '200ms'`);
          await new AuditLogPartitions1764800010000().down(runner); // which has no settings of its own since
          await new VacuumSettings1764460020000().up(runner);
          await new AuditLogPartitions1764800010000().up(runner);
        });
        await writer.query('COMMIT');
      } finally {
        await writer.end();
      }
      for (const it of later) await asOwner((runner) => it.up(runner));
    });
  });

  it('the deletion of an organization spares rows of others in other partitions', async () => {
    const other = randomUUID();
    await app.database.query(
      `CREATE TABLE parted (organization_id uuid, day int, PRIMARY KEY (organization_id, day)) PARTITION BY RANGE (day)`,
    );
    await app.database.query('CREATE TABLE parted_1 PARTITION OF parted FOR VALUES FROM (0) TO (10)');
    await app.database.query('CREATE TABLE parted_2 PARTITION OF parted FOR VALUES FROM (10) TO (20)');
    await app.database.query(
      'INSERT INTO parted SELECT $1::uuid, day FROM generate_series(0, 9) AS day UNION ALL SELECT $2, day FROM generate_series(10, 19) AS day',
      [organization.id, other],
    );
    const rows = app.app.get(OrganizationRowsRepository);
    const group = { anchor: 'parted', others: [] };
    await app.app.get(Transactions).run((tx) => rows.deleteBatch(tx, organization.id, group));
    const left = await app.database.query(
      'SELECT organization_id, count(*)::int AS rows FROM parted GROUP BY organization_id',
    );
    expect(left).toEqual([{ organization_id: other, rows: 10 }]);
    await app.database.query('DROP TABLE parted');
  });

  /** Waits until the consumers have run, so that nobody else changes the flag. */
  function settled(periodId: string): Promise<true> {
    return eventually(async () => {
      const [row] = await app.database.query<{ followed: boolean }>(
        'SELECT followed FROM usage_periods WHERE id = $1',
        [periodId],
      );
      return row?.followed === true ? true : null;
    });
  }

  async function updates(table: string): Promise<{ all: number; hot: number }> {
    const [row] = await app.database.query<{ all: number; hot: number }>(
      `SELECT n_tup_upd::int AS "all", n_tup_hot_upd::int AS hot FROM pg_stat_user_tables WHERE relname = $1`,
      [table],
    );
    return row ?? { all: 0, hot: 0 };
  }

  /** Adds copies of a fee with other counts, past the service. Returns the id of one. */
  async function aFee(
    counts: { events_count?: number; counted_events?: number },
    copies = 1,
  ): Promise<string> {
    const invoice = await anInvoice(organization);
    const [row] = await app.database.query<{ id: string }>(
      `INSERT INTO invoice_fees
       SELECT (jsonb_populate_record(fee, jsonb_build_object('id', gen_random_uuid(), 'position', nth) || $2::jsonb)).*
         FROM invoice_fees AS fee, generate_series(1, $3) AS nth WHERE fee.id = $1
       RETURNING id`,
      [invoice.fees[0]?.id ?? randomUUID(), JSON.stringify(counts), copies],
    );
    return row?.id ?? '';
  }

  async function columnsOf(id: string): Promise<unknown> {
    const [row] = await app.database.query(
      'SELECT events_count, counted_events FROM invoice_fees WHERE id = $1',
      [id],
    );
    return row;
  }

  async function missing(): Promise<number> {
    const [row] = await app.database.query<{ missing: number }>(
      `SELECT count(*)::int AS missing FROM invoice_fees WHERE counted_events IS DISTINCT FROM events_count
          AND events_count < 2147483647`,
    );
    return row?.missing ?? -1;
  }

  async function asOwner(work: (runner: QueryRunner) => Promise<void>): Promise<void> {
    const dataSource = await new DataSource({ type: 'postgres', url: app.database.ownerUrl }).initialize();
    try {
      const runner = dataSource.createQueryRunner();
      await work(runner);
      await runner.release();
    } finally {
      await dataSource.destroy();
    }
  }
});
