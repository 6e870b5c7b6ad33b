import { Inject, Injectable } from '@nestjs/common';
import { isDatabaseUnavailable, isRetryableConflict } from '../../../platform/database/pg-errors';
import { Transactions, type Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { AppError } from '../../../platform/errors/app-error';
import { logger } from '../../../platform/observability/logger';
import { describeFailure } from '../billing-error';
import { PlanChanges } from '../plan-changes';
import { SubscriptionClock } from '../subscription-clock';
import type { PlanMigrationEntity } from './plan-migration.entity';
import { PlanMigrationsRepository } from './plan-migrations.repository';

/** Maximum number of failures that a migration stores; it only counts the others. */
const MOST_FAILURES = 100;

/** The counters of a migration. */
type Progress = Pick<PlanMigrationEntity, 'total' | 'done' | 'failed' | 'failures'>;

/**
 * Moves the subscriptions of running plan migrations (docs/billing-rules.md#plan-migrations). A transaction moves one
 * subscription and counts it, so that a crash repeats and loses nothing. It locks the migration, so any number of
 * instances may run concurrently.
 */
@Injectable()
export class PlanMigrationRun {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: PlanMigrationsRepository,
    private readonly subscriptions: SubscriptionClock,
    private readonly planChanges: PlanChanges,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  hasRunning(): Promise<boolean> {
    return this.repository.hasRunning(this.transactions.reader);
  }

  /**
   * Processes all running migrations, one subscription of each in turn, until they are completed or `isStopped`
   * returns true. A migration that fails does not stop the others.
   *
   * @throws the first failure, which the next run retries.
   */
  async run(isStopped: () => boolean): Promise<void> {
    const failures = new Map<string, unknown>();
    while (!isStopped() && (await this.runNext(failures)));
    for (const error of failures.values()) throw error;
  }

  /** Returns false if no migration is running. */
  private async runNext(failures: Map<string, unknown>): Promise<boolean> {
    const claim: { id: string | null } = { id: null };
    try {
      return await this.transactions.run(async (tx) => {
        claim.id = null; // the transaction may be a retry
        const migration = await this.repository.claimNext(tx, [...failures.keys()]);
        if (migration === null) return false;
        claim.id = migration.id;
        await this.transactions.confine(tx, migration.organizationId, () => this.step(tx, migration));
        return true;
      });
    } catch (error) {
      if (claim.id === null) throw error;
      failures.set(claim.id, error);
      return true;
    }
  }

  private async step(tx: Transaction, migration: PlanMigrationEntity): Promise<void> {
    const updatedAt = this.clock.now();
    const next = await this.repository.findNext(tx, migration);
    if (next === null) {
      const completed = { ...migration, ...completedProgress(migration), completedAt: updatedAt, updatedAt };
      await this.repository.update(tx, completed);
      return;
    }
    const progress = await this.move(migration, next.id);
    const cursor = { lastCreatedAt: next.createdAt, lastSubscriptionId: next.id };
    await this.repository.update(tx, { ...migration, ...progress, ...cursor, updatedAt });
  }

  /** Moves a subscription in a savepoint of the open transaction, and returns the counters with its outcome. */
  private async move(migration: PlanMigrationEntity, subscriptionId: string): Promise<Progress> {
    const { organizationId, toVersionId, at, total, done, failed, failures } = migration;
    try {
      await this.subscriptions.upToDate(organizationId, subscriptionId, (inner, subscription, now) =>
        this.planChanges.moveToVersion(inner, subscription, toVersionId, at, now),
      );
      return { total, done: done + 1, failed, failures };
    } catch (error) {
      if (isDatabaseUnavailable(error) || isRetryableConflict(error)) throw error;
      if (!(error instanceof AppError)) {
        logger.error(
          { subscription: subscriptionId, err: error },
          'Could not move a subscription to a plan version',
        );
      }
      const failure = { subscriptionId, ...describeFailure(error) };
      return {
        total,
        done,
        failed: failed + 1,
        failures: [...failures, failure].slice(0, MOST_FAILURES),
      };
    }
  }
}

/** Counts subscriptions that have meanwhile ended or changed their version otherwise as done. */
function completedProgress({ total, done, failed, failures }: Progress): Progress {
  const counted = Math.max(total, done + failed);
  return { total: counted, done: counted - failed, failed, failures };
}
