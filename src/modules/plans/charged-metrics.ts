import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { DeletionGuard } from '../../platform/extensions';
import { METRIC_IN_USE } from '../billable-metrics';
import { PlansRepository } from './plans.repository';

/** Keeps metrics that a charge of a plan's current version refers to. */
@Injectable()
export class ChargedMetrics implements DeletionGuard {
  constructor(private readonly repository: PlansRepository) {}

  async reasonToKeep(tx: Transaction, organizationId: string, metricId: string): Promise<string | null> {
    return (await this.repository.usesMetric(tx, organizationId, metricId)) ? METRIC_IN_USE : null;
  }
}
