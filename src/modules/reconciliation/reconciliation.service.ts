import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Transactions } from '../../platform/database/transactions';
import { logger } from '../../platform/observability/logger';
import { registry } from '../../platform/observability/metrics';
import {
  ReconciliationChecks,
  type Mismatch,
  type ReconciliationCheck,
} from '../../platform/reconciliation/reconciliation-checks';
import { OrganizationsService } from '../organizations';

const mismatchCount = new Gauge({
  name: 'reconciliation_mismatches',
  help: 'Records whose sums did not agree at the last daily reconciliation, by check; 0 is right',
  labelNames: ['check'] as const,
  registers: [registry],
});

/** One check and what it found. */
export interface CheckResult {
  check: ReconciliationCheck;
  mismatches: Mismatch[];
}

/** Compares the sums that must agree. It changes nothing: a mismatch is for a person to look at. */
@Injectable()
export class ReconciliationService {
  constructor(
    private readonly checks: ReconciliationChecks,
    private readonly transactions: Transactions,
    private readonly organizations: OrganizationsService,
  ) {}

  /** Reads the organization's whole history, check by check. */
  async reconcile(organizationId: string): Promise<CheckResult[]> {
    const results: CheckResult[] = [];
    for (const check of this.checks.all) {
      const mismatches = await this.checks.run(this.transactions.reader, organizationId, check);
      results.push({ check, mismatches });
    }
    return results;
  }

  /** All organizations, for the metric; every mismatch is logged. */
  async reconcileAll(): Promise<void> {
    const counts = new Map(this.checks.all.map((it) => [it.name, 0]));
    for await (const organizationId of this.organizations.allIds()) {
      for (const { check, mismatches } of await this.reconcile(organizationId)) {
        counts.set(check.name, (counts.get(check.name) ?? 0) + mismatches.length);
        if (mismatches.length === 0) continue;
        logger.error(
          {
            organizationId,
            check: check.name,
            mismatches: mismatches.slice(0, 10),
            count: mismatches.length,
          },
          `Sums do not agree: ${check.description}`,
        );
      }
    }
    for (const [check, count] of counts) mismatchCount.set({ check }, count);
  }
}
