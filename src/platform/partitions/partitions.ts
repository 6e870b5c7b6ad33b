import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Transactions } from '../database/transactions';
import { Jobs } from '../jobs/jobs';
import { SCHEDULES } from '../jobs/schedules';
import { logger } from '../observability/logger';
import { defaultPartitionRows } from './partition-metrics';
import { windowsOf, type PartitionWindow } from './partition-windows.rules';
import {
  isMoving,
  makePartitions,
  partitionedTables,
  partitionsOf,
  retirePartitions,
  type PartitionedTable,
  type RetirementCompanion,
  type RunTransaction,
} from './partitioned-tables';

const NAME = 'partitions';
/** Windows may be older: they decide how many partitions a list locks, not what it finds. */
const WINDOWS_MS = 60_000;

interface Windows {
  readonly until: number;
  readonly of: Promise<readonly PartitionWindow[]>;
}

/**
 * Makes the partitions of all partitioned tables ahead of their time, and drops those whose rows have expired, by
 * functions that the owner of the tables has left (docs/decisions.md#partitions).
 */
@Injectable()
export class Partitions implements OnApplicationBootstrap {
  private readonly windows = new Map<string, Windows>();
  /** By table. */
  private readonly companions = new Map<string, RetirementCompanion>();

  constructor(
    jobs: Jobs,
    private readonly transactions: Transactions,
  ) {
    const run = () => this.maintain();
    jobs.scheduledJob({ name: NAME, schedule: SCHEDULES.partitions, exclusive: true, run });
  }

  onApplicationBootstrap(): void {
    Object.assign(defaultPartitionRows, { collect: () => this.collectDefaultRows() });
  }

  /** Adds work to the transactions that retire partitions of the table: what refers to their rows. Call it in onModuleInit. */
  accompany(table: string, companion: RetirementCompanion): void {
    this.companions.set(table, companion);
  }

  /** Runs the job once. A table that fails keeps no other from its partitions ahead. */
  async maintain(): Promise<void> {
    const { reader } = this.transactions;
    const failures: unknown[] = [];
    const tables = await partitionedTables(reader);
    for (const table of tables) {
      try {
        const made = await makePartitions(reader, table);
        if (made.length > 0) logger.info({ table: table.name, made }, 'Partitions made');
      } catch (error) {
        failures.push(error);
      }
    }
    if (!(await isMoving(reader))) failures.push(...(await this.retire(tables)));
    if (failures.length > 0) throw failures[0];
  }

  /** Returns failures. A table that fails holds up those that are retired after it, as what survives may depend on it. */
  private async retire(tables: readonly PartitionedTable[]): Promise<unknown[]> {
    const failures: unknown[] = [];
    let failedOrder = Infinity;
    for (const table of tables) {
      if (table.retireOrder > failedOrder) break;
      try {
        const run: RunTransaction = (work) => this.transactions.run(work, NAME);
        const retired = await retirePartitions(run, table, this.companions.get(table.name));
        if (retired.size === 0) continue;
        logger.info({ table: table.name, retired: Object.fromEntries(retired) }, 'Partitions retired');
      } catch (error) {
        failures.push(error);
        if (table.retireOrder > 0) failedOrder = table.retireOrder;
      }
    }
    return failures;
  }

  /**
   * Returns the windows by which lists of the table walk, oldest first.
   *
   * @param joined tables with the same partitions that its statements join
   */
  windowsOf(table: string, ...joined: string[]): Promise<readonly PartitionWindow[]> {
    const key = [table, ...joined].join();
    const known = this.windows.get(key);
    if (known !== undefined && known.until > performance.now()) return known.of;
    const of = this.readWindows(table, joined);
    this.windows.set(key, { until: performance.now() + WINDOWS_MS, of });
    of.catch(() => this.windows.delete(key));
    return of;
  }

  private async readWindows(table: string, joined: string[]): Promise<readonly PartitionWindow[]> {
    const { reader } = this.transactions;
    const [{ indexes }] = await reader.query<[{ indexes: number }]>(
      `SELECT count(*)::int AS indexes FROM unnest($1::text[]) AS name
         JOIN pg_index ON indrelid = to_regclass(quote_ident(name))`,
      [[table, ...joined]],
    );
    return windowsOf(await partitionsOf(reader, table), indexes + joined.length);
  }

  private async collectDefaultRows(): Promise<void> {
    const { reader } = this.transactions;
    const counts = await reader
      .query<{ name: string; rows: string }[]>(
        'SELECT name::text, default_partition_rows(name) AS rows FROM partitioned_tables',
      )
      .catch(() => []); // the database is away: the last known values stay
    for (const { name, rows } of counts) defaultPartitionRows.set({ table_name: name }, Number(rows));
  }
}
