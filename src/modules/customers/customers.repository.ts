import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { findPage } from '../../platform/database/find-page';
import { registerUniqueConstraint } from '../../platform/database/pg-errors';
import type { Transaction } from '../../platform/database/transactions';
import { updateVersioned } from '../../platform/database/update-versioned';
import { withoutUndefined } from '../../platform/http/without-undefined';
import type { Page, PageQuery } from '../../platform/http/paging';
import { CustomerEntity } from './customer.entity';

registerUniqueConstraint(
  'customers_external_id',
  'Another customer of this organization has this external_id.',
);

export interface CustomerFilters {
  externalId: string | undefined;
  email: string | undefined;
}

/**
 * Advisory locks, because periodic invoices lock the rows FOR SHARE: two of one customer would deadlock if each then
 * needed a stronger lock on the row.
 */
const SPENDING_LOCK = `hashtextextended('customer:' || $1 || ':' || customer.id, 0)`;
const IN_ID_ORDER = '(SELECT DISTINCT id FROM unnest($2::uuid[]) AS id ORDER BY id) AS customer';

/** Excludes deleted customers unless a method says otherwise. */
@Injectable()
export class CustomersRepository {
  find(tx: Transaction, organizationId: string, id: string): Promise<CustomerEntity | null> {
    return tx.findOneBy(CustomerEntity, { organizationId, id, deletedAt: IsNull() });
  }

  /** Includes deleted customers, because their invoices remain. */
  findAllEver(tx: Transaction, organizationId: string, ids: readonly string[]): Promise<CustomerEntity[]> {
    return tx.findBy(CustomerEntity, { organizationId, id: In([...ids]) });
  }

  /**
   * Like `findAllEver`; the invoices that the caller then inserts have terms that cannot change until they are committed.
   */
  findAllEverForShare(
    tx: Transaction,
    organizationId: string,
    ids: readonly string[],
  ): Promise<CustomerEntity[]> {
    const where = { organizationId, id: In([...ids]) };
    return tx.find(CustomerEntity, { where, order: { id: 'ASC' }, lock: { mode: 'pessimistic_read' } });
  }

  /** Locks what customers can spend, in ID order. */
  async lockSpending(tx: Transaction, organizationId: string, ids: readonly string[]): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(${SPENDING_LOCK}) FROM ${IN_ID_ORDER}`, [
      organizationId,
      ids,
    ]);
  }

  /** Like `lockSpending`, but skips customers that another transaction has locked. Returns the IDs of the others. */
  async tryLockSpending(tx: Transaction, organizationId: string, ids: readonly string[]): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      `SELECT id FROM ${IN_ID_ORDER} WHERE pg_try_advisory_xact_lock(${SPENDING_LOCK})`,
      [organizationId, ids],
    );
    return rows.map((it) => it.id);
  }

  /** Also makes the creation of records that refer to the customer wait. */
  findForUpdate(tx: Transaction, organizationId: string, id: string): Promise<CustomerEntity | null> {
    return this.lock(tx, organizationId, id, 'pessimistic_write');
  }

  /** Makes only periodic invoices wait, which take `findAllEverForShare`. */
  findForNoKeyUpdate(tx: Transaction, organizationId: string, id: string): Promise<CustomerEntity | null> {
    return this.lock(tx, organizationId, id, 'for_no_key_update');
  }

  list(
    tx: Transaction,
    organizationId: string,
    filters: CustomerFilters,
    query: PageQuery,
  ): Promise<Page<CustomerEntity>> {
    const where = { ...withoutUndefined(filters), organizationId, deletedAt: IsNull() };
    return findPage(tx, CustomerEntity, where, query);
  }

  async insert(tx: Transaction, customer: CustomerEntity): Promise<void> {
    await tx.insert(CustomerEntity, customer);
  }

  update(tx: Transaction, customer: CustomerEntity): Promise<CustomerEntity> {
    return updateVersioned(tx, CustomerEntity, customer);
  }

  private lock(
    tx: Transaction,
    organizationId: string,
    id: string,
    mode: 'pessimistic_write' | 'for_no_key_update',
  ): Promise<CustomerEntity | null> {
    return tx.findOne(CustomerEntity, {
      where: { organizationId, id, deletedAt: IsNull() },
      lock: { mode },
    });
  }
}
