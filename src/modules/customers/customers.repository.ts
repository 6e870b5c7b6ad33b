import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { CUSTOMERS_BY_PREFIX } from './customer-lookup';
import { findPage } from '../../platform/database/find-page';
import { matching } from '../../platform/database/prefix-search';
import { registerUniqueConstraint } from '../../platform/database/pg-errors';
import type { Transaction } from '../../platform/database/transactions';
import { withoutUndefined } from '../../platform/http/without-undefined';
import type { Page, PageQuery } from '../../platform/http/paging';
import { CustomerEntity } from './customer.entity';
import { ERASED } from './customer.rules';

registerUniqueConstraint(
  'customers_external_id',
  'Another customer of this organization has this external_id.',
);

/** Filters of the list of customers. */
export interface CustomerFilters {
  externalId: string | undefined;
  email: string | undefined;
  search: string | undefined;
}

/**
 * An advisory lock queues transactions in the order in which they came. A row lock has no such order: a transaction that
 * comes later can take the row first, so that many invoices of one customer at once could wait until they time out.
 */
const LOCK_KEY = `hashtextextended('customer:' || $1 || ':' || customer.id, 0)`;
const IN_ORDER = '(SELECT DISTINCT id FROM unnest($2::uuid[]) AS id ORDER BY id) AS customer';

/** Queries of the customers. They do not find deleted ones unless they say so. */
@Injectable()
export class CustomersRepository {
  find(tx: Transaction, organizationId: string, id: string): Promise<CustomerEntity | null> {
    return tx.findOneBy(CustomerEntity, { organizationId, id, deletedAt: IsNull() });
  }

  /** Also finds a deleted customer, because its documents remain. */
  findEver(tx: Transaction, organizationId: string, id: string): Promise<CustomerEntity | null> {
    return tx.findOneBy(CustomerEntity, { organizationId, id });
  }

  /** Locks the row, also against new rows that refer to the customer. */
  findForUpdate(tx: Transaction, organizationId: string, id: string): Promise<CustomerEntity | null> {
    return tx.findOne(CustomerEntity, {
      where: { organizationId, id, deletedAt: IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Locks the row; new rows may refer to the customer meanwhile. */
  findForNoKeyUpdate(tx: Transaction, organizationId: string, id: string): Promise<CustomerEntity | null> {
    return tx.findOne(CustomerEntity, {
      where: { organizationId, id, deletedAt: IsNull() },
      lock: { mode: 'for_no_key_update' },
    });
  }

  /** Also finds and locks a deleted customer. */
  findEverForUpdate(tx: Transaction, organizationId: string, id: string): Promise<CustomerEntity | null> {
    return tx.findOne(CustomerEntity, {
      where: { organizationId, id },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Writes the personal fields, which are erased. */
  async erase(tx: Transaction, { organizationId, id, updatedAt }: CustomerEntity): Promise<void> {
    await tx.update(CustomerEntity, { organizationId, id }, { ...ERASED, updatedAt });
  }

  /** Also deleted ones. */
  findManyEver(tx: Transaction, organizationId: string, ids: readonly string[]): Promise<CustomerEntity[]> {
    return tx.findBy(CustomerEntity, { organizationId, id: In([...ids]) });
  }

  /** Locks customers by id, in the order in which transactions ask for them. */
  async lock(tx: Transaction, organizationId: string, ids: readonly string[]): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(${LOCK_KEY}) FROM ${IN_ORDER}`, [organizationId, ids]);
  }

  /** Locks those of the customers that no other transaction has locked. Returns their ids. */
  async tryLock(tx: Transaction, organizationId: string, ids: readonly string[]): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      `SELECT id FROM ${IN_ORDER} WHERE pg_try_advisory_xact_lock(${LOCK_KEY})`,
      [organizationId, ids],
    );
    return rows.map((it) => it.id);
  }

  list(
    tx: Transaction,
    organizationId: string,
    filters: CustomerFilters,
    query: PageQuery,
  ): Promise<Page<CustomerEntity>> {
    const { search, ...equal } = filters;
    const found = search === undefined ? {} : { id: matching(CUSTOMERS_BY_PREFIX, organizationId, search) };
    const where = { ...withoutUndefined(equal), ...found, organizationId, deletedAt: IsNull() };
    return findPage(tx, CustomerEntity, where, query);
  }

  async insert(tx: Transaction, customer: CustomerEntity): Promise<void> {
    await tx.insert(CustomerEntity, customer);
  }

  async update(tx: Transaction, customer: CustomerEntity): Promise<void> {
    const { organizationId, id, ...columns } = customer;
    await tx.update(CustomerEntity, { organizationId, id }, columns);
  }
}
