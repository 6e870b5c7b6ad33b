import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { findPage } from '../../platform/database/find-page';
import { registerUniqueConstraint } from '../../platform/database/pg-errors';
import type { Transaction } from '../../platform/database/transactions';
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

/** Excludes deleted customers unless a method says otherwise. */
@Injectable()
export class CustomersRepository {
  find(tx: Transaction, organizationId: string, id: string): Promise<CustomerEntity | null> {
    return tx.findOneBy(CustomerEntity, { organizationId, id, deletedAt: IsNull() });
  }

  /** Includes deleted customers, because their invoices remain. */
  findEver(tx: Transaction, organizationId: string, id: string): Promise<CustomerEntity | null> {
    return tx.findOneBy(CustomerEntity, { organizationId, id });
  }

  /** Like `findEver`; the invoice that the caller then inserts has terms that cannot change until it is committed. */
  findEverForShare(tx: Transaction, organizationId: string, id: string): Promise<CustomerEntity | null> {
    return tx.findOne(CustomerEntity, { where: { organizationId, id }, lock: { mode: 'pessimistic_read' } });
  }

  /** Also makes the creation of records that refer to the customer wait. */
  findForUpdate(tx: Transaction, organizationId: string, id: string): Promise<CustomerEntity | null> {
    return this.lock(tx, organizationId, id, 'pessimistic_write');
  }

  /** Makes only periodic invoices wait, which take `findEverForShare`. */
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

  async update(tx: Transaction, customer: CustomerEntity): Promise<void> {
    const { organizationId, id, ...columns } = customer;
    await tx.update(CustomerEntity, { organizationId, id }, columns);
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
