import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { DeletionGuard } from '../../platform/extensions';
import { PlansRepository } from './plans.repository';

/** Keeps billable metrics that plans charge for from being deleted or redefined. */
@Injectable()
export class ChargedMetricGuard implements DeletionGuard {
  constructor(private readonly repository: PlansRepository) {}

  async reasonToKeep(tx: Transaction, organizationId: string, metricId: string): Promise<string | null> {
    return (await this.repository.usesMetric(tx, organizationId, metricId)) ? 'charges of plans' : null;
  }
}
