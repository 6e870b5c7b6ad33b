import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Transactions } from '../../platform/database/transactions';
import { registry } from '../../platform/observability/metrics';
import { ReconciliationRepository } from './reconciliation.repository';
import { ReconciliationService } from './reconciliation.service';

const mismatchCount = new Gauge({
  name: 'reconciliation_mismatches',
  help: 'Records that the last daily reconciliation found to disagree, by check; 0 is right',
  labelNames: ['check'] as const,
  registers: [registry],
});

/** Reads the findings from the database on every scrape, so that all instances report the same, also after a restart. */
@Injectable()
export class ReconciliationMetrics implements OnModuleInit {
  constructor(
    private readonly reconciliation: ReconciliationService,
    private readonly transactions: Transactions,
    private readonly repository: ReconciliationRepository,
  ) {}

  onModuleInit(): void {
    Object.assign(mismatchCount, { collect: () => this.collect() });
  }

  private async collect(): Promise<void> {
    const found = await this.repository.mismatchesByCheck(this.transactions.reader).catch(() => null);
    if (found === null) return; // the database is away: the last known values stay
    for (const { name } of this.reconciliation.checks) {
      mismatchCount.set({ check: name }, found.get(name) ?? 0);
    }
  }
}
