import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Caller } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { Extensions } from '../../platform/extensions';
import { Jobs } from '../../platform/jobs/jobs';
import type { OrganizationRounds } from '../../platform/jobs/organization-rounds';
import { SCHEDULES } from '../../platform/jobs/schedules';
import { logger } from '../../platform/observability/logger';
import {
  RECONCILIATION_CHECKS,
  findMismatches,
  type Mismatch,
  type ReconciliationCheck,
} from '../../platform/reconciliation/reconciliation-checks';
import { ReconciliationRepository } from './reconciliation.repository';

/** One check and what it found. */
export interface CheckResult {
  check: ReconciliationCheck;
  mismatches: Mismatch[];
}

const LOGGED_MISMATCHES = 10;
/** Half of the time between two starts. */
const DONE_WITHIN_MS = 12 * 60 * 60 * 1000;

/** Compares the sums that must agree (docs/billing-rules.md#reconciliation). It reports mismatches and repairs nothing. */
@Injectable()
export class ReconciliationService {
  private readonly rounds: OrganizationRounds;

  constructor(
    private readonly extensions: Extensions,
    private readonly transactions: Transactions,
    private readonly repository: ReconciliationRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    jobs: Jobs,
  ) {
    this.rounds = jobs.organizationJob({
      name: 'reconciliation',
      schedule: SCHEDULES.reconciliation,
      doneWithinMs: DONE_WITHIN_MS,
      run: (organizationId) => this.reconcileForMetric(organizationId),
    });
  }

  /** Returns the checks of all modules. */
  get checks(): ReconciliationCheck[] {
    return this.extensions.of(RECONCILIATION_CHECKS).flatMap((it) => it.checks);
  }

  /** Runs every check on the caller's organization, each in a snapshot of its own. */
  async reconcile(caller: Caller): Promise<CheckResult[]> {
    const results: CheckResult[] = [];
    for (const check of this.checks) {
      const mismatches = await this.transactions.readFor(caller, (tx) =>
        findMismatches(tx, caller.organizationId, check),
      );
      results.push({ check, mismatches });
    }
    return results;
  }

  /**
   * Runs the checks on every organization now, logs all mismatches and stores their number for the metric. An organization
   * whose checks fail keeps its previous findings and does not stop the others.
   *
   * @throws the first failure, once all organizations are done.
   */
  async reconcileAll(): Promise<void> {
    await this.rounds.run(0);
  }

  private async reconcileForMetric(organizationId: string): Promise<void> {
    const found = (await this.reconcile({ organizationId })).filter((it) => it.mismatches.length > 0);
    await this.store(organizationId, found);
    for (const { check, mismatches } of found) {
      const count = mismatches.length;
      const about = {
        organizationId,
        check: check.name,
        count,
        mismatches: mismatches.slice(0, LOGGED_MISMATCHES),
      };
      logger.error(about, `Reconciliation mismatch: ${check.description}`);
    }
  }

  private store(organizationId: string, found: readonly CheckResult[]): Promise<void> {
    const foundAt = this.clock.now();
    const findings = found.map(({ check, mismatches }) => ({
      organizationId,
      checkName: check.name,
      mismatches: mismatches.length,
      foundAt,
    }));
    return this.transactions.runFor(organizationId, (tx) =>
      this.repository.replaceFindings(tx, organizationId, findings),
    );
  }
}
