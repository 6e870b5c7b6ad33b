import { Injectable } from '@nestjs/common';
import { notMoving } from '../cells/held-organizations';
import type { Transaction } from '../database/transactions';
import { JobFailureEntity } from './job-failure.entity';
import { retryDelayMs } from './retry-delay';

/** A row of a due queue, as a claim returns it. */
export interface DueRow {
  readonly organizationId: string;
  readonly id: string;
}

/** What is known of a row that failed. */
export interface JobFailure {
  readonly error: unknown;
  /** How often in a row it has failed, this time included. */
  readonly failures: number;
  readonly retryAt: Date;
}

/** Longest error text that is stored. */
const MAX_ERROR_LENGTH = 500;
/** A failure overdue for this long is stale: its row was processed in another way or deleted. */
const STALE_MS = 2 * 24 * 60 * 60 * 1000;

/**
 * Returns the SQL condition that leaves out rows whose retry lies ahead, for the statements `claim` and `nextDueAt` of
 * a due queue.
 *
 * @param id the column of the row's id with its alias, e.g. `invoice.id`; the alias must have `organization_id`
 * @param now the parameter that holds the service's time, e.g. `$1`
 */
export function notPostponed(queue: string, id: string, now: string): string {
  const alias = id.slice(0, id.lastIndexOf('.'));
  return `NOT EXISTS (SELECT 1 FROM job_failures AS failure
                       WHERE failure.organization_id = ${alias}.organization_id AND failure.queue = '${queue}'
                         AND failure.row_id = ${id} AND failure.retry_at > ${now})`;
}

/** Stores which rows of due queues failed, and when they are retried (docs/decisions.md#due-queue). */
@Injectable()
export class JobFailures {
  /**
   * Records a failure and returns it, or null when another process has just recorded one for the same row: of several
   * that fail with a row at the same time, one counts.
   */
  async record(
    tx: Transaction,
    queue: string,
    row: DueRow,
    error: unknown,
    now: Date,
  ): Promise<JobFailure | null> {
    const key = [row.organizationId, queue, row.id];
    const text = (error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR_LENGTH);
    const [counted] = await tx.query<{ failures: number }[]>(
      `INSERT INTO job_failures AS failure (organization_id, queue, row_id, failures, retry_at, error)
       VALUES ($1, $2, $3, 1, $4, $5)
       ON CONFLICT (organization_id, queue, row_id)
         DO UPDATE SET failures = failure.failures + 1, error = excluded.error WHERE failure.retry_at <= $4
       RETURNING failures`,
      [...key, now, text],
    );
    if (counted === undefined) return null;
    const retryAt = new Date(now.getTime() + retryDelayMs(counted.failures));
    await tx.query(
      'UPDATE job_failures SET retry_at = $4 WHERE organization_id = $1 AND queue = $2 AND row_id = $3',
      [...key, retryAt],
    );
    return { error, failures: counted.failures, retryAt };
  }

  /** Forgets the failures of rows of one organization, which have just been processed. */
  async clear(tx: Transaction, queue: string, organizationId: string, ids: readonly string[]): Promise<void> {
    await tx.query(
      'DELETE FROM job_failures WHERE organization_id = $1 AND queue = $2 AND row_id = ANY ($3)',
      [organizationId, queue, ids],
    );
  }

  /** Forgets failures that no claim returns any more, of any organization. */
  async clearStale(tx: Transaction, queue: string, now: Date): Promise<void> {
    const before = new Date(now.getTime() - STALE_MS);
    await tx.query(
      `DELETE FROM job_failures AS failure WHERE queue = $1 AND retry_at < $2 AND ${notMoving('failure')}`,
      [queue, before],
    );
  }

  /** Returns the postponed rows of an organization, ordered by retry. */
  listPostponed(tx: Transaction, organizationId: string, now: Date): Promise<JobFailureEntity[]> {
    return tx
      .createQueryBuilder(JobFailureEntity, 'failure')
      .where('failure.organizationId = :organizationId AND failure.retryAt > :now', { organizationId, now })
      .orderBy({ 'failure.retryAt': 'ASC', 'failure.queue': 'ASC', 'failure.rowId': 'ASC' })
      .getMany();
  }

  /** Returns how many rows are postponed, by queue, of all organizations. */
  async countPostponed(tx: Transaction, now: Date): Promise<ReadonlyMap<string, number>> {
    const rows = await tx.query<{ queue: string; count: string }[]>(
      'SELECT queue, count(*) AS count FROM job_failures WHERE retry_at > $1 GROUP BY queue',
      [now],
    );
    return new Map(rows.map(({ queue, count }) => [queue, Number(count)]));
  }
}
