import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Transaction } from '../../../platform/database/transactions';
import { notHeld } from '../../../platform/cells/held-organizations';
import { notPostponed } from '../../../platform/jobs/job-failures';
import { WalletEntity } from '../wallet.entity';

/** The due queue of wallets for which a period begins. */
export const QUEUE = 'wallet-recurring-grants';

/** Expired wallets get nothing, even before the job has terminated them. */
const hasNext = (alias: string): string =>
  `${alias}.status = 'active' AND ${alias}.next_grant_at IS NOT NULL
     AND (${alias}.expiration_at IS NULL OR ${alias}.expiration_at > ${alias}.next_grant_at)
     AND ${notPostponed(QUEUE, `${alias}.id`, '$1')} AND ${notHeld(alias)}`;

/** Queries of wallets with recurring grants. */
@Injectable()
export class RecurringGrantsRepository {
  /** Claims due wallets of one organization, the longest due first. */
  async claim(tx: Transaction, now: Date, limit: number): Promise<WalletEntity[]> {
    const rows = await tx.query<{ organization_id: string; id: string }[]>(
      `WITH next AS MATERIALIZED (
         SELECT earliest.organization_id FROM wallets AS earliest
          WHERE earliest.next_grant_at <= $1 AND ${hasNext('earliest')}
          ORDER BY earliest.next_grant_at, earliest.id LIMIT 1 FOR UPDATE SKIP LOCKED
       )
       SELECT wallet.organization_id, wallet.id FROM wallets AS wallet
        WHERE wallet.organization_id = (SELECT organization_id FROM next)
          AND wallet.next_grant_at <= $1 AND ${hasNext('wallet')}
        ORDER BY wallet.next_grant_at, wallet.id LIMIT $2 FOR UPDATE SKIP LOCKED`,
      [now, limit],
    );
    const [first] = rows;
    if (first === undefined) return [];
    const where = { organizationId: first.organization_id, id: In(rows.map((it) => it.id)) };
    return tx.find(WalletEntity, { where, order: { nextGrantAt: 'ASC', id: 'ASC' } });
  }

  /** Returns when the next period of any wallet begins. */
  async nextDueAt(reader: Transaction, now: Date): Promise<Date | null> {
    const [row] = await reader.query<{ at: Date | null }[]>(
      `SELECT min(wallet.next_grant_at) AS at FROM wallets AS wallet WHERE ${hasNext('wallet')}`,
      [now],
    );
    return row?.at ?? null;
  }
}
