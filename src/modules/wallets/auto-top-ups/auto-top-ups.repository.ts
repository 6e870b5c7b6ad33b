import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Transaction } from '../../../platform/database/transactions';
import { notHeld } from '../../../platform/cells/held-organizations';
import { notPostponed } from '../../../platform/jobs/job-failures';
import { WalletTopUpEntity } from '../top-ups/wallet-top-up.entity';
import { WalletEntity } from '../wallet.entity';
import type { Month } from './auto-top-up.rules';

/** The due queue of wallets whose balance is too low. */
export const QUEUE = 'wallet-auto-top-ups';

/** A wallet that is due, before it is locked. */
export interface DueWallet {
  organizationId: string;
  id: string;
  customerId: string;
}

const isDue = (alias: string): string =>
  `${alias}.status = 'active' AND ${alias}.auto_top_up_due_at <= $1
     AND ${notPostponed(QUEUE, `${alias}.id`, '$1')} AND ${notHeld(alias)}`;

/** Queries of wallets that buy credits by themselves. */
@Injectable()
export class AutoTopUpsRepository {
  /** Finds the longest due wallets of any organization, without a lock. */
  findDue(tx: Transaction, now: Date, limit: number): Promise<DueWallet[]> {
    return tx.query<DueWallet[]>(
      `SELECT due.organization_id AS "organizationId", due.id, due.customer_id AS "customerId"
         FROM wallets AS due WHERE ${isDue('due')}
        ORDER BY due.auto_top_up_due_at, due.id LIMIT $2`,
      [now, limit],
    );
  }

  /** Locks those of the wallets that are still due, by id. Leaves out those that another transaction has locked. */
  async lockDue(
    tx: Transaction,
    now: Date,
    { organizationId, ids }: { organizationId: string; ids: readonly string[] },
  ): Promise<WalletEntity[]> {
    const rows = await tx.query<{ id: string }[]>(
      `SELECT due.id FROM wallets AS due
        WHERE due.organization_id = $2 AND due.id = ANY ($3) AND ${isDue('due')}
        ORDER BY due.id FOR UPDATE SKIP LOCKED`,
      [now, organizationId, ids],
    );
    const where = { organizationId, id: In(rows.map((it) => it.id)) };
    return tx.find(WalletEntity, { where, order: { id: 'ASC' } });
  }

  /** Returns when the next wallet of any organization is due. */
  async nextDueAt(reader: Transaction, now: Date): Promise<Date | null> {
    const [row] = await reader.query<{ at: Date | null }[]>(
      `SELECT min(wallet.auto_top_up_due_at) AS at FROM wallets AS wallet
        WHERE wallet.status = 'active' AND wallet.auto_top_up_due_at IS NOT NULL
          AND ${notPostponed(QUEUE, 'wallet.id', '$1')} AND ${notHeld('wallet')}`,
      [now],
    );
    return row?.at ?? null;
  }

  async setDueAt(tx: Transaction, { organizationId, id }: WalletEntity, dueAt: Date | null): Promise<void> {
    await tx.update(WalletEntity, { organizationId, id }, { autoTopUpDueAt: dueAt });
  }

  /** Counts the automatic top-ups that a wallet began in a month, whatever became of them. */
  async countBegun(
    tx: Transaction,
    { organizationId, id: walletId }: WalletEntity,
    { start, end }: Month,
  ): Promise<number> {
    return tx
      .createQueryBuilder(WalletTopUpEntity, 'top_up')
      .where('top_up.organizationId = :organizationId', { organizationId })
      .andWhere('top_up.walletId = :walletId AND top_up.automatic', { walletId })
      .andWhere('top_up.createdAt >= :start AND top_up.createdAt < :end', { start, end })
      .getCount();
  }
}
