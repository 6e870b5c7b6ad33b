import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The first 32 bits of a UUIDv7: about a minute, in the order of ids. Entries that agree in it share their space in an
 * index (deduplication), and a list sorts the ids of one minute at a time.
 */
const ID_SLOT = `CREATE OR REPLACE FUNCTION id_slot(id uuid) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ('x' || left(id::text, 8))::bit(32)::integer
$$`;

/** What an index is replaced by: the ids of subscriptions and metrics are unique without the organization before them. */
const INDEXES = [
  {
    dropped: 'usage_events_subscription',
    before: '(organization_id, subscription_id, id)',
    made: 'usage_events_subscription_id',
    columns: '(subscription_id, id_slot(id))',
  },
  {
    dropped: 'usage_events_subscription_timestamp',
    before: '(organization_id, subscription_id, timestamp)',
    made: 'usage_events_subscription_at',
    columns: '(subscription_id, timestamp)',
  },
  {
    dropped: 'usage_events_code',
    before: '(organization_id, code, id)',
    made: 'usage_events_metric',
    columns: '(billable_metric_id, id_slot(id))',
  },
];

/**
 * Narrower indexes of usage events, which pay for the keys, built while events are stored. A REINDEX of a partition that
 * gets no more events fills their pages.
 */
export class UsageEventIndexes1767000020000 implements MigrationInterface {
  readonly name = 'UsageEventIndexes1767000020000';
  /** An index cannot be built concurrently in a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ID_SLOT);
    for (const { made, columns, dropped } of INDEXES) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${made}`); // what an interrupted run left is invalid
      await runner.query(
        `CREATE INDEX CONCURRENTLY ${made} ON usage_events ${columns} WITH (fillfactor = 100)`,
      );
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${dropped}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { made, before, dropped } of INDEXES) {
      await runner.query(`CREATE INDEX ${dropped} ON usage_events ${before}`);
      await runner.query(`DROP INDEX ${made}`);
    }
    await runner.query('DROP FUNCTION id_slot(uuid)');
  }
}
