import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { findPage } from '../../platform/database/find-page';
import { registerUniqueConstraint } from '../../platform/database/pg-errors';
import type { Transaction } from '../../platform/database/transactions';
import { updateVersioned } from '../../platform/database/update-versioned';
import type { Page, PageQuery } from '../../platform/http/paging';
import { withoutUndefined } from '../../platform/http/without-undefined';
import { BillableMetricEntity } from './billable-metric.entity';

registerUniqueConstraint(
  'billable_metrics_code',
  'Another billable metric of this organization has this code.',
);

/** Excludes deleted metrics unless a method says otherwise. */
@Injectable()
export class BillableMetricsRepository {
  find(tx: Transaction, organizationId: string, id: string): Promise<BillableMetricEntity | null> {
    return tx.findOneBy(BillableMetricEntity, { organizationId, id, deletedAt: IsNull() });
  }

  findForUpdate(tx: Transaction, organizationId: string, id: string): Promise<BillableMetricEntity | null> {
    const where = { organizationId, id, deletedAt: IsNull() };
    return tx.findOne(BillableMetricEntity, { where, lock: { mode: 'pessimistic_write' } });
  }

  /** Finds metrics by ID or code, with a shared lock that keeps them from being deleted. */
  findForUse(
    tx: Transaction,
    organizationId: string,
    keys: { ids: string[]; codes: string[] },
  ): Promise<BillableMetricEntity[]> {
    const live = { organizationId, deletedAt: IsNull() };
    return tx.find(BillableMetricEntity, {
      where: [
        { ...live, id: In(keys.ids) },
        { ...live, code: In(keys.codes) },
      ],
      lock: { mode: 'pessimistic_read' },
    });
  }

  /** Also finds deleted metrics, because charges of plans may refer to them. */
  findByIds(
    tx: Transaction,
    organizationId: string,
    ids: readonly string[],
  ): Promise<BillableMetricEntity[]> {
    return tx.findBy(BillableMetricEntity, { organizationId, id: In([...ids]) });
  }

  list(
    tx: Transaction,
    organizationId: string,
    filters: { code: string | undefined },
    query: PageQuery,
  ): Promise<Page<BillableMetricEntity>> {
    const where = { ...withoutUndefined(filters), organizationId, deletedAt: IsNull() };
    return findPage(tx, BillableMetricEntity, where, query);
  }

  async insert(tx: Transaction, metric: BillableMetricEntity): Promise<void> {
    await tx.insert(BillableMetricEntity, metric);
  }

  update(tx: Transaction, metric: BillableMetricEntity): Promise<BillableMetricEntity> {
    return updateVersioned(tx, BillableMetricEntity, metric);
  }
}
