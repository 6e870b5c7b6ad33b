import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { notHeld } from '../../../platform/cells/held-organizations';
import { notPostponed } from '../../../platform/jobs/job-failures';
import type { DirtyPeriodVersion, PeriodKey } from './dirty-period';

/** Name of the background loop, under which failed periods are postponed. */
export const USAGE_CONSUMERS_LOOP = 'usage-consumers';

const VERSION = `concat(period.xmin::text, ' ', (
  SELECT string_agg(total.xmin::text, ' ' ORDER BY total.billable_metric_id) FROM usage_totals AS total
   WHERE total.organization_id = period.organization_id AND total.period_id = period.id))`;

const COLUMNS = `period.organization_id AS "organizationId", period.id AS "periodId",
  period.subscription_id AS "subscriptionId", ${VERSION} AS version`;

const isDue = (now: string): string =>
  `${notPostponed(USAGE_CONSUMERS_LOOP, 'dirty.period_id', now)} AND ${notHeld('dirty')}`;

/**
 * Queries of the dirty flag (the column usage_periods.followed, inverted) and of the table unfollowed_periods, which has
 * the periods with it, across organizations.
 */
@Injectable()
export class DirtyPeriodsRepository {
  /** Returns the next dirty periods that are not postponed, in the order of their ids. */
  list(tx: Transaction, after: PeriodKey, limit: number, now: Date): Promise<DirtyPeriodVersion[]> {
    return tx.query(
      `WITH due AS MATERIALIZED (
         SELECT organization_id, period_id FROM unfollowed_periods AS dirty
          WHERE ${isDue('$4')} AND (organization_id, period_id) > ($1::uuid, $2::uuid)
          ORDER BY organization_id, period_id LIMIT $3)
       SELECT ${COLUMNS} FROM due
         JOIN usage_periods AS period
           ON period.organization_id = due.organization_id AND period.id = due.period_id
        ORDER BY period.organization_id, period.id`,
      [after.organizationId, after.periodId, limit, now],
    );
  }

  /** Returns the period if it is dirty. */
  async find(tx: Transaction, { organizationId, periodId }: PeriodKey): Promise<DirtyPeriodVersion | null> {
    const [row] = await tx.query<DirtyPeriodVersion[]>(
      `SELECT ${COLUMNS} FROM usage_periods AS period WHERE organization_id = $1 AND id = $2 AND NOT followed`,
      [organizationId, periodId],
    );
    return row ?? null;
  }

  /**
   * Locks a period against other processes that run its consumers. An advisory lock, because locking the row would
   * block ingestion.
   *
   * @returns false when another process holds the lock and `wait` is false.
   */
  async lock(tx: Transaction, { periodId }: PeriodKey, wait: boolean): Promise<boolean> {
    const key = [`usage-consumers/${periodId}`];
    if (wait) {
      await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 2))', key);
      return true;
    }
    const [row] = await tx.query<[{ locked: boolean }]>(
      'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 2)) AS locked',
      key,
    );
    return row.locked;
  }

  /**
   * Clears the dirty flag, under the subscriptions' locks: ingestion sets it only where it is not set.
   *
   * @returns false when usage was counted in one of the periods since that version was read.
   */
  async markClean(tx: Transaction, periods: readonly DirtyPeriodVersion[]): Promise<boolean> {
    await tx.query(
      `SELECT 1 FROM unnest($1::uuid[], $2::uuid[]) AS seen (organization_id, subscription_id)
         JOIN metered_subscriptions AS subscription
           ON subscription.organization_id = seen.organization_id AND subscription.id = seen.subscription_id
        ORDER BY subscription.id FOR NO KEY UPDATE OF subscription`,
      [periods.map((it) => it.organizationId), periods.map((it) => it.subscriptionId)],
    );
    const [, updated] = await tx.query<[unknown, number]>(
      `UPDATE usage_periods AS period SET followed = true
         FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS seen (organization_id, period_id, version)
        WHERE period.organization_id = seen.organization_id AND period.id = seen.period_id
          AND ${VERSION} = seen.version`,
      [
        periods.map((it) => it.organizationId),
        periods.map((it) => it.periodId),
        periods.map((it) => it.version),
      ],
    );
    return updated === periods.length;
  }

  /** Returns whether any period is dirty and not postponed. */
  async exists(tx: Transaction, now: Date): Promise<boolean> {
    const [row] = await tx.query<[{ found: boolean }]>(
      `SELECT EXISTS (SELECT 1 FROM unfollowed_periods AS dirty WHERE ${isDue('$1')}) AS found`,
      [now],
    );
    return row.found;
  }
}
