import type { Queries } from '../database/reserved-connections';
import { withLockRetries } from './lock-retries';
import type { Partition } from './partition';
import { tooWide } from './partition-plan.rules';
import { makePartitions, partitionedTables, partitionsOf, type PartitionedTable } from './partitioned-tables';

/** Days for which rows are kept, by partitioned table; null: for ever. */
export type PartitionRetention = Readonly<Record<string, number | null>>;

const LOCK_TIMEOUT = `SET LOCAL lock_timeout = '200ms'`;

/**
 * Tells the database for how long partitioned tables keep their rows, which the service cannot change, and makes partitions
 * that fit: a partition of a longer retention ends within days, so that the rows after it expire on their own.
 *
 * @param connection one connection of the owner of the tables
 */
export async function preparePartitions(connection: Queries, retention: PartitionRetention): Promise<void> {
  const [{ present }] = await connection.query<[{ present: boolean }]>(
    `SELECT to_regclass('partitioned_tables') IS NOT NULL AS present`,
  );
  if (!present) return;
  for (const [table, days] of Object.entries(retention)) {
    await connection.query(
      'UPDATE partitioned_tables SET retention_days = $2 WHERE name = $1 AND retention_days IS DISTINCT FROM $2',
      [table, days],
    );
  }
  for (const table of await partitionedTables(connection)) {
    const [row] = await connection.query<[{ today: Date }]>(
      `SELECT date_trunc('day', now(), 'UTC') AS today`,
    );
    const { shorten, drop } = tooWide(
      await partitionsOf(connection, table.name),
      table.retentionDays,
      row.today,
    );
    for (const name of drop) await dropEmpty(connection, name);
    if (shorten !== null) await shortenPartition(connection, table, shorten.partition, shorten.upper);
    await makePartitions(connection, table);
  }
}

/** Future partitions are empty, unless a clock is wrong: then they stay. */
async function dropEmpty(connection: Queries, partition: string): Promise<void> {
  await briefly(connection, async () => {
    const [{ empty }] = await connection.query<[{ empty: boolean }]>(
      `SELECT NOT EXISTS (SELECT FROM ${partition}) AS empty`,
    );
    if (empty) await connection.query(`DROP TABLE ${partition}`);
  });
}

/** Lets a partition in use end earlier, in the future: a validated constraint saves PostgreSQL the reading of its rows. */
async function shortenPartition(
  connection: Queries,
  { name: table, idColumn }: PartitionedTable,
  { name, lower }: Partition,
  upper: Date,
): Promise<void> {
  const constraint = `${table}_bound`;
  const [{ from, to }] = await connection.query<[{ from: string | null; to: string }]>(
    'SELECT first_id_at($1) AS from, first_id_at($2) AS to',
    [lower, upper],
  );
  const above = from === null ? '' : `${idColumn} >= '${from}' AND `;
  await briefly(connection, async () => {
    await connection.query(`ALTER TABLE ${name} DROP CONSTRAINT IF EXISTS ${constraint}`); // of an interrupted run
    await connection.query(
      `ALTER TABLE ${name} ADD CONSTRAINT ${constraint} CHECK (${above}${idColumn} < '${to}') NOT VALID`,
    );
  });
  await withLockRetries(() => connection.query(`ALTER TABLE ${name} VALIDATE CONSTRAINT ${constraint}`));
  const start = from === null ? 'MINVALUE' : `'${from}'`;
  await briefly(connection, async () => {
    await connection.query(`ALTER TABLE ${table} DETACH PARTITION ${name}`);
    await connection.query(
      `ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM (${start}) TO ('${to}')`,
    );
    await connection.query(`ALTER TABLE ${name} DROP CONSTRAINT ${constraint}`);
  });
}

/** Runs statements in one transaction that waits for a lock for at most 200 ms, and is repeated. */
async function briefly(connection: Queries, work: () => Promise<unknown>): Promise<void> {
  await withLockRetries(async () => {
    await connection.query('BEGIN');
    try {
      await connection.query(LOCK_TIMEOUT);
      await work();
      await connection.query('COMMIT');
    } catch (error) {
      await connection.query('ROLLBACK');
      throw error;
    }
  });
}
