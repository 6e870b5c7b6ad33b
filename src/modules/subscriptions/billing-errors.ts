import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Transactions } from '../../platform/database/transactions';
import { collectFromDatabase } from '../../platform/observability/database-gauge';
import { registry } from '../../platform/observability/metrics';
import type {
  ReconciliationCheck,
  ReconciliationCheckList,
} from '../../platform/reconciliation/reconciliation-checks';
import { SubscriptionsRepository } from './subscriptions.repository';

const setAside = new Gauge({
  name: 'subscription_billing_errors',
  help: 'Subscriptions that are set aside because billing them fails, by code of the error; 0 is expected',
  labelNames: ['code'] as const,
  registers: [registry],
});

const SET_ASIDE = `
  SELECT 'subscription' AS object_type, id AS object_id, 'billed' AS expected, billing_error ->> 'code' AS actual
    FROM subscriptions WHERE organization_id = $1 AND billing_error IS NOT NULL`;

/**
 * Shows the subscriptions with a billing error in the reconciliation and in a metric.
 */
@Injectable()
export class BillingErrors implements ReconciliationCheckList, OnModuleInit {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: SubscriptionsRepository,
  ) {}

  get checks(): readonly ReconciliationCheck[] {
    return [
      {
        name: 'subscription_billing',
        description: 'No subscription has a billing error.',
        sql: SET_ASIDE,
      },
    ];
  }

  onModuleInit(): void {
    collectFromDatabase(setAside, () => this.repository.countBillingErrors(this.transactions.reader));
  }
}
