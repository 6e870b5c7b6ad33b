import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { findPage } from '../../platform/database/find-page';
import { registerUniqueConstraint } from '../../platform/database/pg-errors';
import type { Transaction } from '../../platform/database/transactions';
import { updateVersioned } from '../../platform/database/update-versioned';
import type { Page, PageQuery } from '../../platform/http/paging';
import { withoutUndefined } from '../../platform/http/without-undefined';
import { ChargeEntity, PlanVersionEntity } from './plan-version.entity';
import { PlanEntity } from './plan.entity';

registerUniqueConstraint('plans_code', 'Another plan of this organization has this code.');

/** Queries plans. Ignores deleted plans, but still returns their versions and names. */
@Injectable()
export class PlansRepository {
  find(tx: Transaction, organizationId: string, id: string): Promise<PlanEntity | null> {
    return tx.findOneBy(PlanEntity, { organizationId, id, deletedAt: IsNull() });
  }

  /** Returns the names of plans by ID, even of deleted plans. */
  async findNames(
    tx: Transaction,
    organizationId: string,
    ids: readonly string[],
  ): Promise<Map<string, string>> {
    const where = { organizationId, id: In([...new Set(ids)]) };
    const plans = await tx.find(PlanEntity, { select: { id: true, name: true }, where });
    return new Map(plans.map((it) => [it.id, it.name]));
  }

  findForUpdate(tx: Transaction, organizationId: string, id: string): Promise<PlanEntity | null> {
    const where = { organizationId, id, deletedAt: IsNull() };
    return tx.findOne(PlanEntity, { where, lock: { mode: 'pessimistic_write' } });
  }

  /** Finds plans by code, with a shared lock that keeps them from being deleted. */
  findForUse(tx: Transaction, organizationId: string, codes: readonly string[]): Promise<PlanEntity[]> {
    const where = { organizationId, code: In([...codes]), deletedAt: IsNull() };
    return tx.find(PlanEntity, { where, lock: { mode: 'pessimistic_read' } });
  }

  list(
    tx: Transaction,
    organizationId: string,
    filters: { code: string | undefined },
    query: PageQuery,
  ): Promise<Page<PlanEntity>> {
    const where = { ...withoutUndefined(filters), organizationId, deletedAt: IsNull() };
    return findPage(tx, PlanEntity, where, query);
  }

  async insert(tx: Transaction, plan: PlanEntity): Promise<void> {
    await tx.insert(PlanEntity, plan);
  }

  update(tx: Transaction, plan: PlanEntity): Promise<PlanEntity> {
    return updateVersioned(tx, PlanEntity, plan);
  }

  findVersions(
    tx: Transaction,
    organizationId: string,
    ids: readonly string[],
  ): Promise<PlanVersionEntity[]> {
    return tx.findBy(PlanVersionEntity, { organizationId, id: In([...ids]) });
  }

  /** Returns charges ordered by version and position. */
  findCharges(
    tx: Transaction,
    organizationId: string,
    versionIds: readonly string[],
  ): Promise<ChargeEntity[]> {
    const where = { organizationId, planVersionId: In([...versionIds]) };
    return tx.find(ChargeEntity, { where, order: { planVersionId: 'ASC', position: 'ASC' } });
  }

  async insertVersion(tx: Transaction, version: PlanVersionEntity, charges: ChargeEntity[]): Promise<void> {
    await tx.insert(PlanVersionEntity, version);
    if (charges.length > 0) await tx.insert(ChargeEntity, charges);
  }

  /** Returns whether any plan charges for the metric in its current version. Ignores deleted plans. */
  async usesMetric(tx: Transaction, organizationId: string, metricId: string): Promise<boolean> {
    const [row] = await tx.query<{ used: boolean }[]>(
      `SELECT EXISTS (
         SELECT 1 FROM charges JOIN plans ON plans.organization_id = charges.organization_id
                                         AND plans.current_version_id = charges.plan_version_id
          WHERE charges.organization_id = $1 AND charges.billable_metric_id = $2 AND plans.deleted_at IS NULL
       ) AS used`,
      [organizationId, metricId],
    );
    return row?.used === true;
  }
}
