import { Inject, Injectable } from '@nestjs/common';
import { withLongStatements } from '../../platform/database/deadline';
import { logFailure } from '../../platform/database/log-failure';
import { Transactions } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { logger } from '../../platform/observability/logger';
import {
  ReconciliationChecks,
  type Mismatch,
  type ReconciliationCheck,
} from '../../platform/reconciliation/reconciliation-checks';
import { OrganizationsService } from '../organizations';
import { ReconciliationRepository } from './reconciliation.repository';

export interface CheckResult {
  check: ReconciliationCheck;
  mismatches: Mismatch[];
}

/** Runs the reconciliation checks (docs/billing-rules.md). Reports mismatches, but repairs nothing. */
@Injectable()
export class ReconciliationService {
  constructor(
    private readonly checks: ReconciliationChecks,
    private readonly transactions: Transactions,
    private readonly organizations: OrganizationsService,
    private readonly repository: ReconciliationRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Runs every check on the organization. Reads its whole history. */
  async reconcile(organizationId: string): Promise<CheckResult[]> {
    const results: CheckResult[] = [];
    for (const check of this.checks.all) {
      const mismatches = await withLongStatements(() =>
        this.transactions.readFor(organizationId, (tx) => this.checks.run(tx, organizationId, check)),
      );
      results.push({ check, mismatches });
    }
    return results;
  }

  /**
   * Runs the checks on every organization, logs mismatches and stores their number for the metric. An organization
   * whose checks fail keeps its previous findings and does not stop the others.
   *
   * @throws the first failure, after all organizations have been checked.
   */
  async reconcileAll(): Promise<void> {
    const failures: unknown[] = [];
    for await (const organizationId of this.organizations.allIds()) {
      try {
        await this.reconcileForMetric(organizationId);
      } catch (error) {
        logFailure(
          error,
          { organizationId },
          'Could not reconcile an organization; its previous findings remain',
        );
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  private async reconcileForMetric(organizationId: string): Promise<void> {
    const found = (await this.reconcile(organizationId)).filter((it) => it.mismatches.length > 0);
    await this.keep(organizationId, found);
    for (const { check, mismatches } of found) {
      const about = { check: check.name, mismatches: mismatches.slice(0, 10), count: mismatches.length };
      logger.error(
        { organizationId, ...about },
        `Reconciliation found mismatches. Violated rule: ${check.description}`,
      );
    }
  }

  private keep(organizationId: string, found: readonly CheckResult[]): Promise<void> {
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
