import { Injectable } from '@nestjs/common';
import { Not } from 'typeorm';
import { findPage } from '../../platform/database/find-page';
import { registerUniqueConstraint } from '../../platform/database/pg-errors';
import type { Transaction } from '../../platform/database/transactions';
import { updateVersioned } from '../../platform/database/update-versioned';
import type { Page, PageQuery } from '../../platform/http/paging';
import { withoutUndefined } from '../../platform/http/without-undefined';
import type { CustomerKey } from '../customers';
import { WalletTransactionEntity } from './wallet-transaction.entity';
import { WalletEntity } from './wallet.entity';
import type { WalletStatus } from './wallet.rules';

registerUniqueConstraint('wallets_code', 'Another active wallet of this customer has this code.');

export interface WalletFilters {
  customerId: string | undefined;
  status: WalletStatus | undefined;
}

/** Identifies the wallets that an invoice may use. */
export interface WalletOwner {
  organizationId: string;
  customerId: string;
  currency: string;
}

/** Callers must lock a wallet before they update it. */
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

  /**
   * Returns the currency of a wallet of the customer, also a terminated one, in another currency than `than`; null if
   * there is none.
   *
   * @param than null for a wallet in any currency.
   */
  async otherCurrency(tx: Transaction, customer: CustomerKey, than: string | null): Promise<string | null> {
    const where = { ...customer, ...(than !== null && { currency: Not(than) }) };
    return (await tx.findOne(WalletEntity, { select: { currency: true }, where }))?.currency ?? null;
  }

  async insert(tx: Transaction, wallet: WalletEntity): Promise<void> {
    await tx.insert(WalletEntity, wallet);
  }

  update(tx: Transaction, wallet: WalletEntity): Promise<WalletEntity> {
    return updateVersioned(tx, WalletEntity, wallet);
  }

  /** Returns the IDs of those of the customers who have an active wallet with a balance. */
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

  /**
   * Locks every wallet that an invoice may use. Lock order: by ID, which never changes, so that concurrent
   * invoices lock the same wallets in the same order.
   */
  async lockUsable(tx: Transaction, owner: WalletOwner, now: Date): Promise<WalletEntity[]> {
    const usable = tx
      .createQueryBuilder(WalletEntity, 'wallet')
      .where('wallet.organizationId = :organizationId', owner)
      .andWhere('wallet.customerId = :customerId', owner)
      .andWhere('wallet.currency = :currency', owner)
      .andWhere("wallet.status = 'active' AND wallet.balanceCents > 0")
      .andWhere('(wallet.expirationAt IS NULL OR wallet.expirationAt > :now)', { now })
      .orderBy('wallet.id');
    if (!(await usable.getExists())) return [];
    await this.standInLine(tx, owner);
    return usable.setLock('pessimistic_write').getMany();
  }

  /**
   * Queues the invoices of a customer in order of arrival. Row locks alone are not fair: when the row
   * changes, a waiting transaction must queue again, behind later arrivals, and may time out.
   */
  private async standInLine(tx: Transaction, { organizationId, customerId }: WalletOwner): Promise<void> {
    const key = `wallets:${organizationId}:${customerId}`;
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
  }

  /** Locks the active wallets of a customer, in the order of `lockUsable`. */
  lockActiveOf(tx: Transaction, { organizationId, customerId }: CustomerKey): Promise<WalletEntity[]> {
    return tx.find(WalletEntity, {
      where: { organizationId, customerId, status: 'active' },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
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

  /**
   * Locks the wallet that expired first, across all organizations. Skips wallets locked by other processes;
   * returns null if no other wallet has expired.
   *
   * @param without IDs of wallets to leave out.
   */
  claimExpired(tx: Transaction, now: Date, without: readonly string[]): Promise<WalletEntity | null> {
    return tx
      .createQueryBuilder(WalletEntity, 'wallet')
      .where("wallet.status = 'active' AND wallet.expirationAt <= :now", { now })
      .andWhere('wallet.id <> ALL (:without::uuid[])', { without })
      .orderBy('wallet.expirationAt')
      .addOrderBy('wallet.id')
      .limit(1)
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getOne();
  }

  /** Returns when the next wallet expires, across all organizations; null if no active wallet will expire. */
  async nextExpiration(tx: Transaction): Promise<Date | null> {
    const [row] = await tx.query<{ at: Date | null }[]>(
      `SELECT min(expiration_at) AS at FROM wallets WHERE status = 'active' AND expiration_at IS NOT NULL`,
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

  /** Returns the wallet transactions that paid a part of an invoice. */
  findUses(tx: Transaction, organizationId: string, invoiceId: string): Promise<WalletTransactionEntity[]> {
    return tx.findBy(WalletTransactionEntity, { organizationId, invoiceId, source: 'invoice' });
  }
}
