import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface Recheck {
  organization_id: string;
  plan_version_id: string;
  after_period_id: string;
}

interface OpenPeriod {
  id: string;
  subscription_id: string;
}

/**
 * Marks billing periods as having new usage. Also updates periods that are marked already, which changes their version:
 * listeners that are running may have begun before the change.
 */
@Injectable()
export class UsageRechecksRepository {
  async markOpenPeriods(tx: Transaction, organizationId: string, subscriptionId: string): Promise<void> {
    const periods = await tx.query<OpenPeriod[]>(
      `SELECT id, subscription_id FROM usage_periods
        WHERE organization_id = $1 AND subscription_id = $2 AND state = 'open'`,
      [organizationId, subscriptionId],
    );
    await this.mark(tx, organizationId, periods);
  }

  /** Schedules the open periods of all versions of a plan, from the first one. */
  async schedule(tx: Transaction, organizationId: string, planId: string): Promise<void> {
    await tx.query(
      `INSERT INTO usage_rechecks (organization_id, plan_version_id, after_period_id)
       SELECT organization_id, id, $3 FROM plan_versions AS version
        WHERE organization_id = $1 AND plan_id = $2
          AND EXISTS (SELECT 1 FROM usage_periods AS period
                       WHERE period.organization_id = version.organization_id
                         AND period.plan_version_id = version.id AND period.state = 'open')
        ORDER BY id
           ON CONFLICT (organization_id, plan_version_id) DO UPDATE SET after_period_id = excluded.after_period_id`,
      [organizationId, planId, FIRST_ID],
    );
  }

  /**
   * Marks the next periods of a plan version, at most `limit`, and moves on or ends its recheck. Takes one that has just
   * begun first, so that a large plan does not delay a small one.
   *
   * @returns the number of marked periods; null if nothing is scheduled that no other process is working on.
   */
  async markNext(tx: Transaction, limit: number): Promise<number | null> {
    const [recheck] = await tx.query<Recheck[]>(
      `SELECT * FROM usage_rechecks ORDER BY after_period_id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    );
    if (recheck === undefined) return null;
    const key = [recheck.organization_id, recheck.plan_version_id];
    const periods = await tx.query<OpenPeriod[]>(
      `SELECT id, subscription_id FROM usage_periods
        WHERE organization_id = $1 AND plan_version_id = $2 AND state = 'open' AND id > $3
        ORDER BY organization_id, plan_version_id, id LIMIT $4`,
      [...key, recheck.after_period_id, limit],
    );
    const ids = periods.map((it) => it.id);
    await this.mark(tx, recheck.organization_id, periods);
    const last = ids.at(-1);
    if (last === undefined || ids.length < limit) {
      await tx.query('DELETE FROM usage_rechecks WHERE organization_id = $1 AND plan_version_id = $2', key);
    } else {
      await tx.query(
        'UPDATE usage_rechecks SET after_period_id = $3 WHERE organization_id = $1 AND plan_version_id = $2',
        [...key, last],
      );
    }
    return ids.length;
  }

  async isAny(tx: Transaction): Promise<boolean> {
    const [row] = await tx.query<[{ found: boolean }]>(
      'SELECT EXISTS (SELECT 1 FROM usage_rechecks) AS found',
    );
    return row.found;
  }

  /** Locks the subscriptions first, in the order of ingestion, which updates periods of many subscriptions as well. */
  private async mark(tx: Transaction, organizationId: string, periods: readonly OpenPeriod[]): Promise<void> {
    if (periods.length === 0) return;
    await tx.query(
      `SELECT 1 FROM metered_subscriptions WHERE organization_id = $1 AND id = ANY ($2)
        ORDER BY id FOR NO KEY UPDATE`,
      [organizationId, periods.map((it) => it.subscription_id)],
    );
    await tx.query(`UPDATE usage_periods SET followed = false WHERE organization_id = $1 AND id = ANY ($2)`, [
      organizationId,
      periods.map((it) => it.id),
    ]);
  }
}
