import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Caller } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import { NotFoundError, ValidationFailedError } from '../../../platform/errors/app-error';
import { SubscriptionTermsReader } from '../subscription-terms';
import { PlanMigrationJob } from './plan-migration.job';
import type { MigrationMoment, PlanMigrationEntity } from './plan-migration.entity';
import { PlanMigrationsRepository } from './plan-migrations.repository';

/** What a request asks of a migration. */
export interface PlanMigrationInput {
  /** Null for all earlier versions. */
  fromVersions: number[] | null;
  at: MigrationMoment;
}

const NOTHING_DONE = {
  moved: 0,
  skipped: 0,
  failed: 0,
  failures: [],
  lastCreatedAt: null,
  lastSubscriptionId: null,
  completedAt: null,
} satisfies Partial<PlanMigrationEntity>;

/** Use cases of plan migrations (docs/billing-rules.md#plan-migrations). */
@Injectable()
export class PlanMigrationsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: PlanMigrationsRepository,
    private readonly terms: SubscriptionTermsReader,
    private readonly job: PlanMigrationJob,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Starts to move the subscriptions of a plan to its newest version.
   *
   * @throws NotFoundError; ValidationFailedError naming `from_versions`; ConflictError while a migration of the plan runs.
   */
  create(caller: Caller, planId: string, input: PlanMigrationInput): Promise<PlanMigrationEntity> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const { version } = await this.terms.currentPlan(tx, organizationId, planId);
      assertEarlier(input.fromVersions, version.version);
      const now = this.clock.now();
      const about = { organizationId, id: newId(), planId, toVersion: version.version, ...input };
      const dates = { nextRunAt: now, createdAt: now, updatedAt: now };
      const asked: PlanMigrationEntity = { ...about, ...NOTHING_DONE, ...dates, total: 0 };
      const migration = { ...asked, total: await this.repository.countOutdated(tx, asked) };
      await this.repository.insert(tx, migration);
      this.transactions.afterCommit(tx, this.job.wake);
      return migration;
    });
  }

  /** @throws NotFoundError */
  get(caller: Caller, planId: string, id: string): Promise<PlanMigrationEntity> {
    return this.transactions.readFor(caller, async (tx) => {
      const migration = await this.repository.find(tx, caller.organizationId, planId, id);
      if (migration === null) throw new NotFoundError('plan migration');
      return migration;
    });
  }
}

function assertEarlier(versions: readonly number[] | null, newest: number): void {
  const index = (versions ?? []).findIndex((it) => it >= newest);
  if (index === -1) return;
  const field = `from_versions.${index}`;
  const message = `${field} must be below ${newest}, the newest version of the plan.`;
  throw ValidationFailedError.of(field, 'out_of_range', message);
}
