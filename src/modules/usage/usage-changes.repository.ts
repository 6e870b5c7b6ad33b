import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';

/** A billing period with usage that the listeners have not handled. */
export interface UnprocessedPeriod {
  organizationId: string;
  periodId: string;
  subscriptionId: string;
  /** Changes whenever the row or its aggregates change. */
  version: string;
}

/** Position in the iteration over all periods with new usage. */
export interface PeriodKey {
  organizationId: string;
  periodId: string;
}

const VERSION = `concat(period.xmin::text, ' ', (
  SELECT string_agg(total.xmin::text, ' ' ORDER BY total.billable_metric_id) FROM usage_totals AS total
   WHERE total.organization_id = period.organization_id AND total.period_id = period.id))`;

const COLUMNS = `period.organization_id AS "organizationId", period.id AS "periodId",
  period.subscription_id AS "subscriptionId", ${VERSION} AS version`;

/**
 * Queries across organizations. A period has new usage if the listeners have not handled all of it (`followed` is
 * false).
 */
@Injectable()
export class UsageChangesRepository {
  /** Returns the next periods with new usage, in the order of their partial index. */
  list(tx: Transaction, after: PeriodKey, limit: number): Promise<UnprocessedPeriod[]> {
    return tx.query(
      `SELECT ${COLUMNS} FROM usage_periods AS period
        WHERE NOT followed AND (organization_id, id) > ($1::uuid, $2::uuid)
        ORDER BY organization_id, id LIMIT $3`,
      [after.organizationId, after.periodId, limit],
    );
  }

  /** Returns the period, or null if it has no new usage. */
  async find(tx: Transaction, { organizationId, periodId }: PeriodKey): Promise<UnprocessedPeriod | null> {
    const [row] = await tx.query<UnprocessedPeriod[]>(
      `SELECT ${COLUMNS} FROM usage_periods AS period WHERE organization_id = $1 AND id = $2 AND NOT followed`,
      [organizationId, periodId],
    );
    return row ?? null;
  }

  /**
   * Locks a period, so that only one process runs its listeners. Uses an advisory lock, because locking the row would
   * block ingestion.
   *
   * @returns false when another process holds the lock and `wait` is false.
   */
  async lock(tx: Transaction, { periodId }: PeriodKey, wait: boolean): Promise<boolean> {
    const key = [`usage-followers/${periodId}`];
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
   * Marks the usage of the periods as handled. Locks their subscriptions first, because ingestion resets only marks
   * that it has seen.
   *
   * @returns false when more usage was counted in one of them after its version was read.
   */
  async markProcessed(tx: Transaction, periods: readonly UnprocessedPeriod[]): Promise<boolean> {
    await tx.query(
      `SELECT 1 FROM unnest($1::uuid[], $2::uuid[]) AS followed (organization_id, subscription_id)
         JOIN metered_subscriptions AS meter
           ON meter.organization_id = followed.organization_id AND meter.id = followed.subscription_id
        ORDER BY meter.id FOR NO KEY UPDATE OF meter`,
      [periods.map((it) => it.organizationId), periods.map((it) => it.subscriptionId)],
    );
    const [, updated] = await tx.query<[unknown, number]>(
      `UPDATE usage_periods AS period SET followed = true
         FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS followed (organization_id, period_id, version)
        WHERE period.organization_id = followed.organization_id AND period.id = followed.period_id
          AND ${VERSION} = followed.version`,
      [
        periods.map((it) => it.organizationId),
        periods.map((it) => it.periodId),
        periods.map((it) => it.version),
      ],
    );
    return updated === periods.length;
  }

  async isAny(tx: Transaction): Promise<boolean> {
    const [row] = await tx.query<[{ found: boolean }]>(
      'SELECT EXISTS (SELECT 1 FROM usage_periods WHERE NOT followed) AS found',
    );
    return row.found;
  }
}
