import type { DataSource } from 'typeorm';
import type { Transactions } from '../database/transactions';
import { logger } from '../observability/logger';
import { exclusive } from './exclusive';

/** A job that a schedule starts and that goes through all organizations. */
export interface OrganizationJobOptions {
  readonly name: string;
  /** In cron form. */
  readonly schedule: string;
  /**
   * An organization that was done this recently (ms) belongs to the round in progress and is left out: less than the
   * time between two starts of the schedule, and more than clocks and rounds of processes differ.
   */
  readonly doneWithinMs: number;
  /** Does the work of one organization, outside any transaction. May be repeated after a crash. */
  run(organizationId: string): Promise<void>;
}

/** Organizations that one statement lists. */
const PAGE = 100;

const LIST = `
  SELECT organization.id FROM organizations AS organization
    LEFT JOIN organization_rounds AS round ON round.organization_id = organization.id AND round.job = $1
   WHERE organization.id > $2 AND organization.cell_state = 'active'
     AND (round.finished_at IS NULL OR round.finished_at < $3)
   ORDER BY organization.id LIMIT ${PAGE}`;
const IS_DONE = `
  SELECT 1 FROM organization_rounds WHERE organization_id = $1 AND job = $2 AND finished_at >= $3`;
/** The organization may have been deleted meanwhile. */
const MARK_DONE = `
  INSERT INTO organization_rounds (organization_id, job, finished_at)
  SELECT id, $2, clock_timestamp() FROM organizations WHERE id = $1
  ON CONFLICT (organization_id, job) DO UPDATE SET finished_at = excluded.finished_at`;

/**
 * Goes through all organizations at work in this cell, in any number of processes at once, each organization once a round
 * (docs/decisions.md#organization-rounds). An advisory lock per organization divides them; what is done is recorded.
 */
export class OrganizationRounds {
  private stopped = false;
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly options: OrganizationJobOptions,
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** Takes part in the round in progress, or begins one. @throws as `run`. */
  join(): Promise<number> {
    return this.run(this.options.doneWithinMs);
  }

  /**
   * Does all organizations that no process has done for so long (ms) or is doing. One that fails counts as done and does
   * not stop the others. Returns how many this process did.
   *
   * @throws the first failure, once all organizations are done.
   */
  run(doneWithinMs: number): Promise<number> {
    const running = this.runOnce(doneWithinMs);
    this.running = running.catch(() => undefined);
    return running;
  }

  /** Ends the run after the organization in progress. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  private async runOnce(doneWithinMs: number): Promise<number> {
    const since = await this.ago(doneWithinMs);
    const failures: unknown[] = [];
    let done = 0;
    for await (const organizationId of this.remaining(since)) {
      if (this.stopped) break;
      const lock = `${this.options.name}/${organizationId}`;
      const isDone = await exclusive(this.dataSource, lock, () =>
        this.doOne(organizationId, since, failures),
      );
      if (isDone === true) done++;
    }
    if (failures.length > 0) throw failures[0];
    return done;
  }

  /** Yields the organizations that were not done when their page was read. */
  private async *remaining(since: Date): AsyncGenerator<string> {
    let after = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const page = [this.options.name, after, since];
      const rows = await this.transactions.reader.query<{ id: string }[]>(LIST, page);
      for (const { id } of rows) yield id;
      after = rows.at(-1)?.id ?? after;
      if (rows.length < PAGE) return;
    }
  }

  /** Called under the lock. Returns false if another process has done it meanwhile. */
  private async doOne(organizationId: string, since: Date, failures: unknown[]): Promise<boolean> {
    const { name } = this.options;
    const { reader } = this.transactions;
    if ((await reader.query<unknown[]>(IS_DONE, [organizationId, name, since])).length > 0) return false;
    try {
      await this.options.run(organizationId);
    } catch (error) {
      logger.error(
        { job: name, organization_id: organizationId, err: error },
        'Job of an organization failed',
      );
      failures.push(error);
    }
    await this.transactions.run((tx) => tx.query(MARK_DONE, [organizationId, name]), name);
    return true;
  }

  private async ago(ms: number): Promise<Date> {
    const sql = `SELECT clock_timestamp() - $1 * interval '1 ms' AS at`;
    const [row] = await this.transactions.reader.query<[{ at: Date }]>(sql, [ms]);
    return row.at;
  }
}
