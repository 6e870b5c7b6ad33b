import { Inject, Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import { NotFoundError, ValidationFailedError } from '../../../platform/errors/app-error';
import { SubscriptionPlans } from '../subscription-plans';
import type { ChangeTime, PlanMigrationEntity } from './plan-migration.entity';
import { PlanMigrationsJobs } from './plan-migrations.jobs';
import { PlanMigrationsRepository } from './plan-migrations.repository';

export interface PlanMigrationInput {
  /** Null for all earlier versions. */
  fromVersions: number[] | null;
  at: ChangeTime;
}

const NO_PROGRESS = {
  total: 0,
  done: 0,
  failed: 0,
  failures: [],
  lastCreatedAt: null,
  lastSubscriptionId: null,
  completedAt: null,
} satisfies Partial<PlanMigrationEntity>;

/** Creates and reads plan migrations (docs/billing-rules.md#plan-migrations). */
@Injectable()
export class PlanMigrationsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: PlanMigrationsRepository,
    private readonly plans: SubscriptionPlans,
    private readonly jobs: PlanMigrationsJobs,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Starts to move the subscriptions of a plan to its newest version.
   *
   * @throws NotFoundError if the plan does not exist.
   * @throws ValidationFailedError naming the entry of `from_versions` that is not an earlier version.
   */
  create(organizationId: string, planId: string, input: PlanMigrationInput): Promise<PlanMigrationEntity> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const { version } = await this.plans.latest(organizationId, planId);
      assertEarlier(input.fromVersions ?? [], version.version);
      const now = this.clock.now();
      const target = { planId, toVersionId: version.id, toVersion: version.version };
      const dates = { createdAt: now, updatedAt: now };
      const empty = { organizationId, id: newId(), ...target, ...input, ...NO_PROGRESS, ...dates };
      const total = await this.repository.countOutdated(tx, empty);
      const migration = { ...empty, total, completedAt: total === 0 ? now : null };
      await this.repository.insert(tx, migration);
      this.transactions.afterCommit(this.jobs.wake);
      return migration;
    });
  }

  /** @throws NotFoundError */
  async get(organizationId: string, planId: string, id: string): Promise<PlanMigrationEntity> {
    const migration = await this.transactions.readFor(organizationId, (tx) =>
      this.repository.find(tx, organizationId, planId, id),
    );
    if (migration === null) throw new NotFoundError('plan migration');
    return migration;
  }
}

function assertEarlier(versions: readonly number[], newest: number): void {
  const problems = versions.flatMap((version, index) => {
    if (version < newest) return [];
    const field = `from_versions.${index}`;
    const message =
      newest === 1
        ? `${field} is not an earlier version: the plan has only version 1.`
        : `${field} must be an earlier version of the plan: from 1 to ${newest - 1}.`;
    return [{ field, code: 'unknown_version', message }];
  });
  if (problems.length > 0) throw new ValidationFailedError(problems);
}
