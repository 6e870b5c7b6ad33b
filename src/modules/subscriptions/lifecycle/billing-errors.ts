import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Transactions } from '../../../platform/database/transactions';
import { registry } from '../../../platform/observability/metrics';
import type { ReconciliationSource } from '../../../platform/reconciliation/reconciliation-checks';
import { SubscriptionsRepository } from '../subscriptions.repository';

const setAside = new Gauge({
  name: 'subscription_billing_errors',
  help: 'Subscriptions that are set aside because their due action fails, by code, of all processes',
  labelNames: ['code'] as const,
  registers: [registry],
});

const SET_ASIDE = `
  SELECT 'subscription' AS object_type, id AS object_id, 'billed' AS expected, billing_error ->> 'code' AS actual
    FROM subscriptions WHERE organization_id = $1 AND billing_error IS NOT NULL`;

/** Shows the subscriptions that are set aside, in a metric and in the reconciliation. */
@Injectable()
export class BillingErrors implements ReconciliationSource, OnModuleInit {
  readonly checks = [
    {
      name: 'subscription_billing',
      description: 'No subscription has a billing error.',
      sql: SET_ASIDE,
    },
  ];

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: SubscriptionsRepository,
  ) {}

  onModuleInit(): void {
    Object.assign(setAside, { collect: () => this.collect() });
  }

  private async collect(): Promise<void> {
    const counts = await this.repository.countBillingErrors(this.transactions.reader).catch(() => null);
    if (counts === null) return; // the database is away: the last known values stay
    setAside.reset();
    for (const [code, count] of counts) setAside.set({ code }, count);
  }
}
