import { Injectable } from '@nestjs/common';
import type { ReconciliationSource } from '../../platform/reconciliation/reconciliation-checks';

const MONTHLY = `round(CASE subscription.plan_interval
    WHEN 'weekly' THEN subscription.plan_amount_cents * 52 / 12.0
    WHEN 'quarterly' THEN subscription.plan_amount_cents / 3.0
    WHEN 'yearly' THEN subscription.plan_amount_cents / 12.0
    ELSE subscription.plan_amount_cents END, 6)`;

const COUNTED = `
  SELECT 'subscription' AS object_type, coalesce(subscription.id, counted.subscription_id) AS object_id,
         coalesce(${MONTHLY}, 0) AS expected, coalesce(round(counted.monthly, 6), 0) AS actual
    FROM (SELECT * FROM subscriptions WHERE organization_id = $1 AND status = 'active') AS subscription
    FULL JOIN (SELECT * FROM recurring_revenue WHERE organization_id = $1) AS counted
      ON counted.subscription_id = subscription.id
   WHERE coalesce(${MONTHLY}, 0) <> coalesce(round(counted.monthly, 6), 0)`;

const TOTAL = `
  SELECT 'organization' AS object_type, $1::uuid AS object_id, coalesce(counted.monthly, 0) AS expected,
         coalesce(latest.monthly, 0) AS actual
    FROM (SELECT currency, sum(monthly) AS monthly FROM recurring_revenue
           WHERE organization_id = $1 GROUP BY currency) AS counted
    FULL JOIN (SELECT DISTINCT ON (currency) currency, monthly FROM recurring_revenue_days
                WHERE organization_id = $1 ORDER BY currency, day DESC) AS latest USING (currency)
   WHERE coalesce(counted.monthly, 0) <> coalesce(latest.monthly, 0)`;

/** The sums of the recurring revenue that must agree. */
@Injectable()
export class RevenueReconciliation implements ReconciliationSource {
  readonly checks = [
    {
      name: 'recurring_revenue',
      description:
        'Each active subscription is counted in the recurring revenue with its plan fee per month.',
      sql: COUNTED,
    },
    {
      name: 'recurring_revenue_days',
      description: 'The recurring revenue of the last day is the sum over the subscriptions, by currency.',
      sql: TOTAL,
    },
  ];
}
