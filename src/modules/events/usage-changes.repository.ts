import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';

/** A window whose followers have not seen all that was counted. */
export interface UnfollowedPeriod {
  organizationId: string;
  periodId: string;
  subscriptionId: string;
  /** Changes with every change of the row. */
  version: string;
}

/** Place in the walk over all windows with news. */
export interface Place {
  organizationId: string;
  periodId: string;
}

const COLUMNS = `organization_id AS "organizationId", id AS "periodId", subscription_id AS "subscriptionId",
  xmin::text AS version`;

/** Queries of the followers' work, over all organizations. */
@Injectable()
export class UsageChangesRepository {
  /** The next windows with news, in the order of the index that holds just these. */
  list(tx: Transaction, after: Place, limit: number): Promise<UnfollowedPeriod[]> {
    return tx.query(
      `SELECT ${COLUMNS} FROM usage_periods
        WHERE NOT followed AND (organization_id, id) > ($1::uuid, $2::uuid)
        ORDER BY organization_id, id LIMIT $3`,
      [after.organizationId, after.periodId, limit],
    );
  }

  async find(tx: Transaction, { organizationId, periodId }: Place): Promise<UnfollowedPeriod | null> {
    const [row] = await tx.query<UnfollowedPeriod[]>(
      `SELECT ${COLUMNS} FROM usage_periods WHERE organization_id = $1 AND id = $2 AND NOT followed`,
      [organizationId, periodId],
    );
    return row ?? null;
  }

  /**
   * One process at a time follows a window. An advisory lock, as the row itself must stay free for ingestion.
   *
   * @returns false when another process is at it and `wait` is false.
   */
  async lock(tx: Transaction, { periodId }: Place, wait: boolean): Promise<boolean> {
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

  /** False when more was counted since that version was read. */
  async markFollowed(tx: Transaction, period: UnfollowedPeriod): Promise<boolean> {
    const [, updated] = await tx.query<[unknown, number]>(
      `UPDATE usage_periods SET followed = true WHERE organization_id = $1 AND id = $2 AND xmin::text = $3`,
      [period.organizationId, period.periodId, period.version],
    );
    return updated > 0;
  }

  async isAny(tx: Transaction): Promise<boolean> {
    const [row] = await tx.query<[{ found: boolean }]>(
      'SELECT EXISTS (SELECT 1 FROM usage_periods WHERE NOT followed) AS found',
    );
    return row.found;
  }
}
