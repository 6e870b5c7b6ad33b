import { Injectable } from '@nestjs/common';
import { registerUniqueConstraint } from '../../../platform/database/pg-errors';
import type { Transaction } from '../../../platform/database/transactions';
import { notHeld } from '../../../platform/cells/held-organizations';
import { notPostponed } from '../../../platform/jobs/job-failures';
import { PlanMigrationEntity } from './plan-migration.entity';

registerUniqueConstraint('plan_migrations_running', 'A migration of this plan is running already.');

/** Whether a subscription is to be moved; `$1` organization, `$2` plan, `$3` newest version, `$4` versions or null. */
const IS_OUTDATED = `organization_id = $1 AND plan_id = $2 AND status IN ('pending', 'active')
  AND plan_version < $3 AND ($4::integer[] IS NULL OR plan_version = ANY ($4))`;

/** Queries of plan migrations, and of the subscriptions that they move. */
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

  /** Returns how many subscriptions the migration is to move. */
  async countOutdated(tx: Transaction, migration: PlanMigrationEntity): Promise<number> {
    const { organizationId, planId, toVersion, fromVersions } = migration;
    const [row] = await tx.query<[{ count: string }]>(
      `SELECT count(*) AS count FROM subscriptions WHERE ${IS_OUTDATED}`,
      [organizationId, planId, toVersion, fromVersions],
    );
    return Number(row.count);
  }

  /** Returns the next subscription to move, in the order of creation. */
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

  /** Returns when the next migration of any organization is due. */
  async nextRunAt(tx: Transaction, queue: string, now: Date): Promise<Date | null> {
    const [row] = await tx.query<{ at: Date | null }[]>(
      `SELECT min(migration.next_run_at) AS at FROM plan_migrations AS migration
        WHERE migration.next_run_at IS NOT NULL AND ${notPostponed(queue, 'migration.id', '$1')} AND ${notHeld('migration')}`,
      [now],
    );
    return row?.at ?? null;
  }

  /** Locks a migration that is due. */
  claimDue(tx: Transaction, queue: string, now: Date): Promise<PlanMigrationEntity[]> {
    return tx
      .createQueryBuilder(PlanMigrationEntity, 'migration')
      .where('migration.next_run_at <= :now', { now })
      .andWhere(notPostponed(queue, 'migration.id', ':now'))
      .andWhere(notHeld('migration'))
      .orderBy({ 'migration.nextRunAt': 'ASC', 'migration.id': 'ASC' })
      .limit(1)
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getMany();
  }
}
