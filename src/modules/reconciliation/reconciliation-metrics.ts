import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Transactions } from '../../platform/database/transactions';
import { registry } from '../../platform/observability/metrics';
import { ReconciliationChecks } from '../../platform/reconciliation/reconciliation-checks';
import { ReconciliationRepository } from './reconciliation.repository';

const mismatchCount = new Gauge({
  name: 'reconciliation_mismatches',
  help: 'Records with mismatching sums in the last daily reconciliation, by check; 0 is expected',
  labelNames: ['check'] as const,
  registers: [registry],
});

/**
 * Reads the findings from the database on every scrape, so that all instances report the same, even after a restart.
 */
@Injectable()
export class ReconciliationMetrics implements OnModuleInit {
  constructor(
    private readonly checks: ReconciliationChecks,
    private readonly transactions: Transactions,
    private readonly repository: ReconciliationRepository,
  ) {}

  onModuleInit(): void {
    Object.assign(mismatchCount, { collect: () => this.collect() });
  }

  private async collect(): Promise<void> {
    const found = await this.repository.mismatchesByCheck(this.transactions.reader).catch(() => null);
    if (found === null) return; // the database is unavailable: keep the last known values
    for (const { name } of this.checks.all) mismatchCount.set({ check: name }, found.get(name) ?? 0);
  }
}
