import type { Queries } from '../database/reserved-connections';
import { withLockRetries } from './lock-retries';
import type { Partition } from './partition';
import { planPartitions, type Range } from './partition-plan.rules';

/** A partitioned table, as the owner of the tables has declared it. */
export interface PartitionedTable {
  readonly name: string;
  /** The column of the id that decides the partition. */
  readonly idColumn: string;
  /** Tables of a greater number retire their partitions later; none depends on those with 0. */
  readonly retireOrder: number;
  /** Null: for ever. */
  readonly retentionDays: number | null;
}

/** What became of an expired partition: those whose rows all survive stay as they are. */
export type Retirement = 'dropped' | 'replaced' | 'kept';

/** Returns all partitioned tables, in the order in which they retire partitions. */
export function partitionedTables(connection: Queries): Promise<PartitionedTable[]> {
  return connection.query<PartitionedTable[]>(
    `SELECT name::text, id_column::text AS "idColumn", retire_order AS "retireOrder", retention_days AS "retentionDays"
       FROM partitioned_tables
      ORDER BY retire_order, name`,
  );
}

/** Returns the partitions of a table. */
export function partitionsOf(connection: Queries, table: string): Promise<Partition[]> {
  return connection.query<Partition[]>(
    'SELECT name::text, lower, upper, is_default AS "isDefault" FROM partitions_of($1)',
    [table],
  );
}

/** Makes the partitions that are missing, ahead of their time. */
export async function makePartitions(
  connection: Queries,
  { name, retentionDays }: PartitionedTable,
): Promise<readonly Range[]> {
  const { make } = planPartitions(await partitionsOf(connection, name), retentionDays, await now(connection));
  for (const { lower, upper } of make) {
    await withLockRetries(() => connection.query('SELECT make_partition($1, $2, $3)', [name, lower, upper]));
  }
  return make;
}

/** Work in the transaction that retires a partition, before the table is locked. */
export type RetirementCompanion = (tx: Queries, partition: Partition) => Promise<void>;

/** Runs work in a transaction of its own. */
export type RunTransaction = <T>(work: (tx: Queries) => Promise<T>) => Promise<T>;

/** Drops the partitions whose rows have expired; of those with survivors, only these stay. */
export async function retirePartitions(
  run: RunTransaction,
  { name, retentionDays }: PartitionedTable,
  companion: RetirementCompanion | undefined,
): Promise<ReadonlyMap<string, Retirement>> {
  const partitions = await run((tx) => partitionsOf(tx, name));
  const { retire } = planPartitions(partitions, retentionDays, await run(now));
  const retired = new Map<string, Retirement>();
  for (const partition of partitions.filter((it) => retire.includes(it.name))) {
    const retirePartition = async (tx: Queries): Promise<Retirement> => {
      await companion?.(tx, partition);
      const [{ what }] = await tx.query<[{ what: Retirement }]>('SELECT retire_partition($1, $2) AS what', [
        name,
        partition.name,
      ]);
      return what;
    };
    retired.set(partition.name, await withLockRetries(() => run(retirePartition)));
  }
  return retired;
}

/** Whether organizations are being moved from or to this cell: what is copied must not be dropped meanwhile. */
export async function isMoving(connection: Queries): Promise<boolean> {
  const [row] = await connection.query<[{ moving: boolean }]>(
    `SELECT EXISTS (SELECT FROM organizations WHERE cell_state <> 'active' AND cell_state <> 'moved')
            OR EXISTS (SELECT FROM organization_moves WHERE finished_at IS NULL) AS moving`,
  );
  return row.moving;
}

/** The clock of the database: partitions follow the ids of real time, whatever a test clock says. */
async function now(connection: Queries): Promise<Date> {
  const [row] = await connection.query<[{ now: Date }]>('SELECT now() AS now');
  return row.now;
}
