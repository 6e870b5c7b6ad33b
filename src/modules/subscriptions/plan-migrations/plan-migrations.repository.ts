import { Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import type { Transaction } from '../../../platform/database/transactions';
import { PlanMigrationEntity } from './plan-migration.entity';

/** Selects the subscriptions to move. Parameters: organization, plan, newer version, versions to move or null. */
const IS_OUTDATED = `organization_id = $1 AND plan_id = $2 AND status IN ('pending', 'active')
  AND plan_version < $3 AND ($4::integer[] IS NULL OR plan_version = ANY ($4))`;

@Injectable()
export class PlanMigrationsRepository {
  find(
    tx: Transaction,
    organizationId: string,
    planId: string,
    id: string,
  ): Promise<PlanMigrationEntity | null> {
    return tx.findOneBy(PlanMigrationEntity, { organizationId, planId, id });
  }

  async insert(tx: Transaction, migration: PlanMigrationEntity): Promise<void> {
    await tx.insert(PlanMigrationEntity, migration);
  }

  async update(tx: Transaction, migration: PlanMigrationEntity): Promise<void> {
    const { organizationId, id, ...columns } = migration;
    await tx.update(PlanMigrationEntity, { organizationId, id }, columns);
  }

  /** Returns the number of subscriptions to move. */
  async countOutdated(tx: Transaction, migration: PlanMigrationEntity): Promise<number> {
    const { organizationId, planId, toVersion, fromVersions } = migration;
    const [row] = await tx.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM subscriptions WHERE ${IS_OUTDATED}`,
      [organizationId, planId, toVersion, fromVersions],
    );
    return row.count;
  }

  /** Returns the next subscription to move, in the order of creation; null if there is none. */
  async findNext(
    tx: Transaction,
    migration: PlanMigrationEntity,
  ): Promise<{ id: string; createdAt: Date } | null> {
    const { organizationId, planId, toVersion, fromVersions, lastCreatedAt, lastSubscriptionId } = migration;
    const [row] = await tx.query<{ id: string; createdAt: Date }[]>(
      `SELECT id, created_at AS "createdAt" FROM subscriptions
        WHERE ${IS_OUTDATED} AND ($5::timestamptz IS NULL OR (created_at, id) > ($5, $6::uuid))
        ORDER BY created_at, id LIMIT 1`,
      [organizationId, planId, toVersion, fromVersions, lastCreatedAt, lastSubscriptionId],
    );
    return row ?? null;
  }

  /** Returns whether any migration is running, across all organizations. */
  hasRunning(tx: Transaction): Promise<boolean> {
    return tx.existsBy(PlanMigrationEntity, { completedAt: IsNull() });
  }

  /**
   * Locks and returns the running migration that was processed least recently, across all organizations, so that
   * a long one delays no other; null if there is none. Skips locked migrations and those in `except`.
   */
  claimNext(tx: Transaction, except: readonly string[]): Promise<PlanMigrationEntity | null> {
    return tx.findOne(PlanMigrationEntity, {
      where: { completedAt: IsNull(), ...(except.length > 0 && { id: Not(In([...except])) }) },
      order: { updatedAt: 'ASC', id: 'ASC' },
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }
}
