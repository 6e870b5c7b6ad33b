import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Transactions } from '../../platform/database/transactions';
import { collectFromDatabase } from '../../platform/observability/database-gauge';
import { registry } from '../../platform/observability/metrics';
import { ReconciliationChecks } from '../../platform/reconciliation/reconciliation-checks';
import { ReconciliationRepository } from './reconciliation.repository';

const mismatchCount = new Gauge({
  name: 'reconciliation_mismatches',
  help: 'Records with mismatching sums in the last daily reconciliation, by check; 0 is expected',
  labelNames: ['check'] as const,
  registers: [registry],
});

/** Reports the findings of the last daily reconciliation as a metric. */
@Injectable()
export class ReconciliationMetrics implements OnModuleInit {
  constructor(
    private readonly checks: ReconciliationChecks,
    private readonly transactions: Transactions,
    private readonly repository: ReconciliationRepository,
  ) {}

  onModuleInit(): void {
    collectFromDatabase(mismatchCount, () => this.mismatchesByCheck());
  }

  private async mismatchesByCheck(): Promise<Map<string, number>> {
    const found = await this.repository.mismatchesByCheck(this.transactions.reader);
    return new Map(this.checks.all.map(({ name }) => [name, found.get(name) ?? 0]));
  }
}
