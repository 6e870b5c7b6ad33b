import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';

/** How a table is partitioned. */
export interface Partitioning {
  readonly table: string;
  /** The column of the UUIDv7 that decides the partition; by default `id`. */
  readonly idColumn?: string;
  /**
   * Condition, with the alias `kept`, of rows that outlive the retention; null: none do. It is never null itself. `:lower` and
   * `:upper` are the first id of the partition and the first after it.
   */
  readonly survivors: string | null;
  /** Tables retire their partitions in this order, 0 by default, because what survives of one may depend on another. */
  readonly retireOrder?: number;
  /** Storage parameters of its partitions, as in WITH. */
  readonly storage: string;
}

/**
 * Days for which new rows still go to the partition of the old ones. An interrupted conversion must be completed before
 * they are over: until then the table has a constraint that refuses later ids.
 */
const LEGACY_DAYS = 31;
/** What is left of them when an interrupted conversion may go on with the bound of its first run. */
const LEAST_DAYS = 7;
/** Width of a partition that is never dropped. */
const FOREVER_DAYS = 365;
/** Waits for the lock of the table: of 200 ms each, with pauses of 5 s on average, for five minutes. */
const ATTEMPTS = 60;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Turns a table in use into a partitioned one, of which the old table becomes the first partition: a constraint, which is
 * validated while clients read and write, tells PostgreSQL that the old rows fit, so that the swap takes milliseconds. The
 * table is locked for at most 200 ms at a time. Outside a transaction; after an interruption it goes on.
 */
export async function convertToPartitions(runner: QueryRunner, how: Partitioning): Promise<void> {
  const { table, idColumn = 'id', survivors, retireOrder = 0, storage } = how;
  await runner.query(
    `INSERT INTO partitioned_tables (name, id_column, survivors, retire_order, storage) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (name) DO UPDATE SET survivors = excluded.survivors, storage = excluded.storage`,
    [table, idColumn, survivors, retireOrder, storage],
  );
  const [{ kind }] = (await runner.query(
    'SELECT relkind::text AS kind FROM pg_class WHERE oid = $1::regclass',
    [table],
  )) as [{ kind: string }];
  if (kind !== 'p') {
    const bound = (await isEmpty(runner, table)) ? null : await boundOf(runner, table, idColumn);
    await briefly(runner, () => swap(runner, table, bound));
  }
  await briefly(runner, () => runner.query('SELECT add_default_partition($1)', [table]));
}

/** Turns it back into one table, by a copy of all rows under an exclusive lock. */
export async function revertPartitions(runner: QueryRunner, { table, storage }: Partitioning): Promise<void> {
  await runner.query('SELECT unpartition($1)', [table]);
  if (storage !== '') await runner.query(`ALTER TABLE ${table} SET (${storage})`);
  await runner.query('DELETE FROM partitioned_tables WHERE name = $1', [table]);
}

/** Returns the end of the first partition, below which the table is known to have all of its ids. */
async function boundOf(runner: QueryRunner, table: string, idColumn: string): Promise<Date> {
  const constraint = `${table}_bound`;
  const found = await existingBound(runner, table, constraint);
  if (found !== null) {
    await validate(runner, table, constraint);
    return found;
  }
  await briefly(runner, () => runner.query(`ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${constraint}`));
  const [{ bound, id }] = (await runner.query(
    `SELECT bound, first_id_at(bound) AS id
       FROM (SELECT date_trunc('day', greatest(now(), (SELECT instant_of_id(${idColumn}) FROM ${table} ORDER BY ${idColumn} DESC LIMIT 1)),
                               'UTC') + interval '${LEGACY_DAYS} days') AS it (bound)`,
  )) as [{ bound: Date; id: string }];
  await briefly(runner, () =>
    runner.query(`ALTER TABLE ${table} ADD CONSTRAINT ${constraint} CHECK (${idColumn} < '${id}') NOT VALID`),
  );
  await validate(runner, table, constraint);
  return bound;
}

/** Returns the bound of an interrupted run if enough of its time is left, else null. */
async function existingBound(runner: QueryRunner, table: string, constraint: string): Promise<Date | null> {
  const [row] = (await runner.query(
    `SELECT bound FROM (SELECT instant_of_id(substring(pg_get_constraintdef(oid) FROM '''([0-9a-f-]{36})''')::uuid) AS bound
                          FROM pg_constraint WHERE conrelid = $1::regclass AND conname = $2) AS it
      WHERE bound > now() + interval '${LEAST_DAYS} days'`,
    [table, constraint],
  )) as { bound: Date }[];
  return row?.bound ?? null;
}

/** Reads the table, while others read and write it. */
async function validate(runner: QueryRunner, table: string, constraint: string): Promise<void> {
  await repeated(() => runner.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${constraint}`));
}

async function swap(runner: QueryRunner, table: string, bound: Date | null): Promise<void> {
  await runner.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  await runner.query(`SET LOCAL lock_timeout = '50ms'`); // for tables that its foreign keys refer to, with this lock held
  if (bound === null && !(await isEmpty(runner, table))) {
    throw new Error(`${table} has got its first rows meanwhile. Run the migration again.`);
  }
  await runner.query('SELECT partition_by_id($1, $2)', [table, bound]);
  if (bound !== null) return;
  await runner.query('SELECT add_default_partition($1)', [table]);
  // Without old rows, the first partition begins today. Later ones, and those of a shorter retention, follow.
  await runner.query(
    `SELECT make_partition($1, today, today + interval '${FOREVER_DAYS} days')
       FROM date_trunc('day', now(), 'UTC') AS today`,
    [table],
  );
}

async function isEmpty(runner: QueryRunner, table: string): Promise<boolean> {
  const [{ empty }] = (await runner.query(`SELECT NOT EXISTS (SELECT FROM ${table}) AS empty`)) as [
    { empty: boolean },
  ];
  return empty;
}

/** Runs statements in one transaction that waits for a lock for at most 200 ms, and is repeated. */
async function briefly(runner: QueryRunner, work: () => Promise<unknown>): Promise<void> {
  await repeated(async () => {
    await runner.startTransaction();
    try {
      await runner.query(`SET LOCAL lock_timeout = '200ms'`);
      await work();
      await runner.commitTransaction();
    } catch (error) {
      await runner.rollbackTransaction();
      throw error;
    }
  });
}

/** Repeats work that got no lock (lock timeout, deadlock), with backoff and jitter. */
async function repeated(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work();
      return;
    } catch (error) {
      const { code } = error as { code?: string };
      if (attempt === ATTEMPTS || (code !== '55P03' && code !== '40P01')) throw error;
      await sleep(Math.min(LONGEST_PAUSE_MS, 100 * 2 ** attempt) * (0.5 + Math.random()));
    }
  }
}
