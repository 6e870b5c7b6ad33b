import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { findPage } from '../../platform/database/find-page';
import { registerUniqueConstraint } from '../../platform/database/pg-errors';
import type { Transaction } from '../../platform/database/transactions';
import { updateVersioned } from '../../platform/database/update-versioned';
import type { Page, PageQuery } from '../../platform/http/paging';
import { withoutUndefined } from '../../platform/http/without-undefined';
import { TaxEntity } from './tax.entity';

registerUniqueConstraint('taxes_code', 'Another tax of this organization has this code.');

/** Excludes deleted taxes. */
@Injectable()
export class TaxesRepository {
  find(tx: Transaction, organizationId: string, id: string): Promise<TaxEntity | null> {
    return tx.findOneBy(TaxEntity, { organizationId, id, deletedAt: IsNull() });
  }

  findForUpdate(tx: Transaction, organizationId: string, id: string): Promise<TaxEntity | null> {
    const where = { organizationId, id, deletedAt: IsNull() };
    return tx.findOne(TaxEntity, { where, lock: { mode: 'pessimistic_write' } });
  }

  /** Finds taxes by code, with a shared lock that keeps them from being deleted. */
  findForUse(tx: Transaction, organizationId: string, codes: readonly string[]): Promise<TaxEntity[]> {
    const where = { organizationId, code: In([...codes]), deletedAt: IsNull() };
    return tx.find(TaxEntity, { where, lock: { mode: 'pessimistic_read' } });
  }

  list(
    tx: Transaction,
    organizationId: string,
    filters: { code: string | undefined },
    query: PageQuery,
  ): Promise<Page<TaxEntity>> {
    const where = { ...withoutUndefined(filters), organizationId, deletedAt: IsNull() };
    return findPage(tx, TaxEntity, where, query);
  }

  async insert(tx: Transaction, tax: TaxEntity): Promise<void> {
    await tx.insert(TaxEntity, tax);
  }

  update(tx: Transaction, tax: TaxEntity): Promise<TaxEntity> {
    return updateVersioned(tx, TaxEntity, tax);
  }
}
