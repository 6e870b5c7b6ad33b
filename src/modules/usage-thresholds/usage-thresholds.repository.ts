import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { findPage } from '../../platform/database/find-page';
import { registerUniqueConstraint } from '../../platform/database/pg-errors';
import type { Transaction } from '../../platform/database/transactions';
import type { Page, PageQuery } from '../../platform/http/paging';
import { UsageThresholdCrossingEntity, UsageThresholdEntity } from './usage-threshold.entity';

const TAKEN = 'A threshold of this amount already exists.';
registerUniqueConstraint('usage_thresholds_plan', TAKEN);
registerUniqueConstraint('usage_thresholds_subscription', TAKEN);

export type ThresholdOwner = { planId: string } | { subscriptionId: string };

/** Queries usage thresholds and their crossings. Deleted thresholds are not found. */
@Injectable()
export class UsageThresholdsRepository {
  list(
    tx: Transaction,
    organizationId: string,
    owner: ThresholdOwner,
    query: PageQuery,
  ): Promise<Page<UsageThresholdEntity>> {
    return findPage(tx, UsageThresholdEntity, { ...owner, organizationId, deletedAt: IsNull() }, query);
  }

  /** Returns all thresholds of a plan or subscription, ordered by amount. */
  findByOwner(
    tx: Transaction,
    organizationId: string,
    owner: ThresholdOwner,
  ): Promise<UsageThresholdEntity[]> {
    const where = { ...owner, organizationId, deletedAt: IsNull() };
    return tx.find(UsageThresholdEntity, { where, order: { amountCents: 'ASC', id: 'ASC' } });
  }

  /** Returns the IDs of the periods whose subscription or plan has a threshold. */
  async findWatched(
    tx: Transaction,
    periods: readonly { organizationId: string; periodId: string; subscriptionId: string; planId: string }[],
  ): Promise<string[]> {
    const rows = await tx.query<{ period_id: string }[]>(
      `SELECT period_id
         FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[])
           AS period (organization_id, period_id, subscription_id, plan_id)
        WHERE EXISTS (SELECT 1 FROM usage_thresholds AS own
                       WHERE own.organization_id = period.organization_id
                         AND own.subscription_id = period.subscription_id AND own.deleted_at IS NULL)
           OR EXISTS (SELECT 1 FROM usage_thresholds AS plans
                       WHERE plans.organization_id = period.organization_id
                         AND plans.plan_id = period.plan_id AND plans.deleted_at IS NULL)`,
      [
        periods.map((it) => it.organizationId),
        periods.map((it) => it.periodId),
        periods.map((it) => it.subscriptionId),
        periods.map((it) => it.planId),
      ],
    );
    return rows.map((it) => it.period_id);
  }

  findForUpdate(tx: Transaction, organizationId: string, id: string): Promise<UsageThresholdEntity | null> {
    const where = { organizationId, id, deletedAt: IsNull() };
    return tx.findOne(UsageThresholdEntity, { where, lock: { mode: 'pessimistic_write' } });
  }

  async insert(tx: Transaction, threshold: UsageThresholdEntity): Promise<void> {
    await tx.insert(UsageThresholdEntity, threshold);
  }

  async delete(tx: Transaction, organizationId: string, id: string, deletedAt: Date): Promise<void> {
    await tx.update(UsageThresholdEntity, { organizationId, id }, { deletedAt, updatedAt: deletedAt });
  }

  /**
   * Returns a map from threshold ID to the highest multiple crossed in the period. Omits thresholds that have
   * not been crossed.
   */
  async crossedBefore(
    tx: Transaction,
    organizationId: string,
    periodId: string,
    thresholdIds: readonly string[],
  ): Promise<Map<string, bigint>> {
    const rows = await tx.query<{ id: string; multiple: string }[]>(
      `SELECT threshold.id, crossing.multiple
         FROM unnest($3::uuid[]) AS threshold (id)
         JOIN LATERAL (
           SELECT multiple FROM usage_threshold_crossings
            WHERE organization_id = $1 AND period_id = $2 AND threshold_id = threshold.id
            ORDER BY multiple DESC LIMIT 1
         ) AS crossing ON true`,
      [organizationId, periodId, thresholdIds],
    );
    return new Map(rows.map((it) => [it.id, BigInt(it.multiple)]));
  }

  /** Inserts a crossing. Returns false if it already exists. */
  async insertCrossing(tx: Transaction, crossing: UsageThresholdCrossingEntity): Promise<boolean> {
    const inserted = await tx
      .createQueryBuilder()
      .insert()
      .into(UsageThresholdCrossingEntity)
      .values(crossing)
      .orIgnore()
      .returning('multiple')
      .execute();
    return (inserted.raw as unknown[]).length > 0;
  }
}
