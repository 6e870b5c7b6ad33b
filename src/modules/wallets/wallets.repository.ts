import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { findPage } from '../../platform/database/find-page';
import { registerUniqueConstraint } from '../../platform/database/pg-errors';
import type { Transaction } from '../../platform/database/transactions';
import type { Page, PageQuery } from '../../platform/http/paging';
import { notHeld } from '../../platform/cells/held-organizations';
import { notPostponed } from '../../platform/jobs/job-failures';
import { withoutUndefined } from '../../platform/http/without-undefined';
import { WalletTopUpEntity } from './top-ups/wallet-top-up.entity';
import { WalletTransactionEntity } from './wallet-transaction.entity';
import { WalletEntity } from './wallet.entity';
import type { WalletStatus } from './wallet.rules';

registerUniqueConstraint('wallets_code', 'Another active wallet of this customer has this code.');

/** Filters of the list of wallets. */
export interface WalletFilters {
  customerId: string | undefined;
  status: WalletStatus | undefined;
}

/** The customer whose wallets an invoice may use. */
export interface WalletOwner {
  organizationId: string;
  customerId: string;
  currency: string;
}

/** Queries of wallets and their ledgers. A row is locked before it is changed. */
@Injectable()
export class WalletsRepository {
  find(tx: Transaction, organizationId: string, id: string): Promise<WalletEntity | null> {
    return tx.findOneBy(WalletEntity, { organizationId, id });
  }

  findForUpdate(tx: Transaction, organizationId: string, id: string): Promise<WalletEntity | null> {
    return tx.findOne(WalletEntity, { where: { organizationId, id }, lock: { mode: 'pessimistic_write' } });
  }

  list(
    tx: Transaction,
    organizationId: string,
    filters: WalletFilters,
    query: PageQuery,
  ): Promise<Page<WalletEntity>> {
    return findPage(tx, WalletEntity, { ...withoutUndefined(filters), organizationId }, query);
  }

  /** Returns a top-up whose invoice may still be paid; null when there is none. */
  findPendingTopUp(
    tx: Transaction,
    organizationId: string,
    walletId: string,
  ): Promise<WalletTopUpEntity | null> {
    return tx.findOneBy(WalletTopUpEntity, { organizationId, walletId, status: 'pending' });
  }

  async insert(tx: Transaction, wallet: WalletEntity): Promise<void> {
    await tx.insert(WalletEntity, wallet);
  }

  async update(tx: Transaction, wallet: WalletEntity): Promise<void> {
    const { organizationId, id, ...columns } = wallet;
    await tx.update(WalletEntity, { organizationId, id }, columns);
  }

  /** Returns those of the customers that have an active wallet with a balance. */
  async customersWithBalance(
    tx: Transaction,
    organizationId: string,
    customerIds: readonly string[],
  ): Promise<string[]> {
    const rows = await tx.query<{ customer_id: string }[]>(
      `SELECT DISTINCT customer_id FROM wallets
        WHERE organization_id = $1 AND customer_id = ANY ($2) AND status = 'active' AND balance_cents > 0`,
      [organizationId, customerIds],
    );
    return rows.map((it) => it.customer_id);
  }

  /** Returns whether the customer ever had a wallet. */
  hasAny(tx: Transaction, organizationId: string, customerId: string): Promise<boolean> {
    return tx.existsBy(WalletEntity, { organizationId, customerId });
  }

  /** Locks the active wallets of a customer, by id, also expired ones. */
  lockActiveOf(tx: Transaction, organizationId: string, customerId: string): Promise<WalletEntity[]> {
    return tx.find(WalletEntity, {
      where: { organizationId, customerId, status: 'active' },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Locks every wallet that an invoice may use, by id. The caller holds the lock on the customer. */
  lockUsable(tx: Transaction, owner: WalletOwner, now: Date): Promise<WalletEntity[]> {
    return tx
      .createQueryBuilder(WalletEntity, 'wallet')
      .where('wallet.organizationId = :organizationId', owner)
      .andWhere('wallet.customerId = :customerId', owner)
      .andWhere('wallet.currency = :currency', owner)
      .andWhere("wallet.status = 'active' AND wallet.balanceCents > 0")
      .andWhere('(wallet.expirationAt IS NULL OR wallet.expirationAt > :now)', { now })
      .orderBy('wallet.id')
      .setLock('pessimistic_write')
      .getMany();
  }

  /** Locks the wallets that an invoice used, in the order of `lockUsable`. */
  lockUsedBy(tx: Transaction, organizationId: string, invoiceId: string): Promise<WalletEntity[]> {
    return tx
      .createQueryBuilder(WalletEntity, 'wallet')
      .where('wallet.organizationId = :organizationId', { organizationId })
      .andWhere(
        `wallet.id IN (SELECT wallet_id FROM wallet_transactions
                        WHERE organization_id = :organizationId AND invoice_id = :invoiceId)`,
        { invoiceId },
      )
      .orderBy('wallet.id')
      .setLock('pessimistic_write')
      .getMany();
  }

  /** Claims expired wallets of one organization, the first expired first. */
  async claimExpired(tx: Transaction, queue: string, now: Date, limit: number): Promise<WalletEntity[]> {
    const expired = (alias: string): string =>
      `${alias}.status = 'active' AND ${alias}.expiration_at <= $1 AND ${notPostponed(queue, `${alias}.id`, '$1')} AND ${notHeld(alias)}`;
    const rows = await tx.query<{ organization_id: string; id: string }[]>(
      `WITH next AS MATERIALIZED (
         SELECT earliest.organization_id FROM wallets AS earliest WHERE ${expired('earliest')}
          ORDER BY earliest.expiration_at, earliest.id LIMIT 1 FOR UPDATE SKIP LOCKED
       )
       SELECT wallet.organization_id, wallet.id FROM wallets AS wallet
        WHERE wallet.organization_id = (SELECT organization_id FROM next) AND ${expired('wallet')}
        ORDER BY wallet.expiration_at, wallet.id LIMIT $2 FOR UPDATE SKIP LOCKED`,
      [now, limit],
    );
    const [first] = rows;
    if (first === undefined) return [];
    const where = { organizationId: first.organization_id, id: In(rows.map((it) => it.id)) };
    return tx.find(WalletEntity, { where, order: { expirationAt: 'ASC', id: 'ASC' } });
  }

  /** Returns when the next wallet of any organization expires. */
  async nextExpiration(tx: Transaction, queue: string, now: Date): Promise<Date | null> {
    const [row] = await tx.query<{ at: Date | null }[]>(
      `SELECT min(wallet.expiration_at) AS at FROM wallets AS wallet
        WHERE wallet.status = 'active' AND wallet.expiration_at IS NOT NULL
          AND ${notPostponed(queue, 'wallet.id', '$1')} AND ${notHeld('wallet')}`,
      [now],
    );
    return row?.at ?? null;
  }

  async insertTransaction(tx: Transaction, transaction: WalletTransactionEntity): Promise<void> {
    await tx.insert(WalletTransactionEntity, transaction);
  }

  listTransactions(
    tx: Transaction,
    organizationId: string,
    walletId: string,
    query: PageQuery,
  ): Promise<Page<WalletTransactionEntity>> {
    return findPage(tx, WalletTransactionEntity, { organizationId, walletId }, query);
  }

  listTopUps(
    tx: Transaction,
    organizationId: string,
    walletId: string,
    query: PageQuery,
  ): Promise<Page<WalletTopUpEntity>> {
    return findPage(tx, WalletTopUpEntity, { organizationId, walletId }, query);
  }

  /** Returns what an invoice used of each wallet. */
  findUses(tx: Transaction, organizationId: string, invoiceId: string): Promise<WalletTransactionEntity[]> {
    return tx.findBy(WalletTransactionEntity, { organizationId, invoiceId, source: 'invoice' });
  }
}
