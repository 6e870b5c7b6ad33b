import { Inject, Injectable } from '@nestjs/common';
import { isDatabaseUnavailable, isRetryableConflict } from '../../../platform/database/pg-errors';
import type { Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import type { DueQueue } from '../../../platform/jobs/due-queue';
import { Jobs } from '../../../platform/jobs/jobs';
import { SCHEDULES } from '../../../platform/jobs/schedules';
import { PlanChanges } from '../changes/plan-changes';
import { describeFailure } from '../lifecycle/billing-error';
import { SubscriptionClock } from '../lifecycle/subscription-clock';
import type { PlanMigrationEntity } from './plan-migration.entity';
import { PlanMigrationsRepository } from './plan-migrations.repository';

const NAME = 'plan-migrations';
/** Failures that are kept; others are only counted. */
const MAX_FAILURES = 100;

/**
 * Moves the subscriptions of plans to the newest versions, each in a transaction of its own: a crash loses nothing, and one
 * that cannot be moved stops no other.
 */
@Injectable()
export class PlanMigrationJob {
  private readonly queue: DueQueue<PlanMigrationEntity>;

  constructor(
    jobs: Jobs,
    private readonly repository: PlanMigrationsRepository,
    private readonly planChanges: PlanChanges,
    private readonly subscriptions: SubscriptionClock,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.queue = jobs.dueQueue<PlanMigrationEntity>({
      name: NAME,
      schedule: SCHEDULES.planMigrations,
      nextDueAt: (reader, now) => this.repository.nextRunAt(reader, NAME, now),
      claim: (tx, now) => this.repository.claimDue(tx, NAME, now),
      act: (tx, migrations) => this.act(tx, migrations),
    });
  }

  /** A migration was requested and committed. A stable function, so that one commit calls it once. */
  readonly wake = (): void => {
    this.queue.wake();
  };

  /** Moves the next subscription of a migration, which stays due until none is left: the queue claims it again. */
  private async act(tx: Transaction, [migration]: readonly PlanMigrationEntity[]): Promise<void> {
    if (migration === undefined) return;
    const now = this.clock.now();
    const next = await this.repository.findNext(tx, migration);
    if (next === null) {
      await this.repository.update(tx, { ...migration, nextRunAt: null, completedAt: now, updatedAt: now });
      return;
    }
    const progress = await this.move(tx, migration, next.id);
    const cursor = { lastCreatedAt: next.createdAt, lastSubscriptionId: next.id };
    await this.repository.update(tx, { ...migration, ...progress, ...cursor, updatedAt: now });
  }

  /** Returns the counters with the outcome for one subscription. */
  private async move(
    tx: Transaction,
    { organizationId, at, moved, skipped, failed, failures }: PlanMigrationEntity,
    subscriptionId: string,
  ): Promise<Partial<PlanMigrationEntity>> {
    try {
      const isMoved = await this.subscriptions.upToDate(
        { organizationId, tx },
        subscriptionId,
        (inner, it, now) => this.planChanges.moveToNewestVersion(inner, it, at, now),
      );
      return isMoved ? { moved: moved + 1 } : { skipped: skipped + 1 };
    } catch (error) {
      if (isDatabaseUnavailable(error) || isRetryableConflict(error)) throw error;
      const failure = { subscriptionId, ...describeFailure(error) };
      return { failed: failed + 1, failures: [...failures, failure].slice(0, MAX_FAILURES) };
    }
  }
}
