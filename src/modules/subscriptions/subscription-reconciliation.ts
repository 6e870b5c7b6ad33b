import { Injectable } from '@nestjs/common';
import type {
  ReconciliationCheck,
  ReconciliationCheckList,
} from '../../platform/reconciliation/reconciliation-checks';

const PERIODS_PER_PAGE = 2000;

const PERIODS_PAGE_END = `
  SELECT id FROM usage_periods WHERE organization_id = $1 AND id > $2 ORDER BY id
  OFFSET ${PERIODS_PER_PAGE - 1} LIMIT 1`;

/**
 * Finds the periods of plans paid in advance that no fee of the same plan version covers. A fee on a draft or voided
 * invoice was billed, too. Free plans and periods that ended in a trial need no fee. On the day to which a period is
 * extended, neither the end of a trial nor a new plan brings a fee: such a plan follows one that a plan change ended after
 * its whole period, maybe with other plans in between. OFFSET 0 forces index scans per period: without statistics, the
 * planner would compare every period with every subscription.
 */
const ADVANCE_FEES = `
  SELECT 'subscription' AS object_type, period.subscription_id AS object_id,
         '1 from ' || to_char(period.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS expected,
         0 AS actual
    FROM (SELECT * FROM usage_periods WHERE organization_id = $1 AND id > $2 AND id <= $3 OFFSET 0) AS period
   CROSS JOIN LATERAL (SELECT pay_in_advance AND amount_cents > 0 AS is_paid_before FROM plan_versions
                        WHERE organization_id = $1 AND id = period.plan_version_id OFFSET 0) AS version
   CROSS JOIN LATERAL (SELECT trial_ends_at, trial_ended_at FROM subscriptions
                        WHERE organization_id = $1 AND id = period.subscription_id OFFSET 0) AS subscription
   WHERE version.is_paid_before
     AND (period.whole_to IS NULL OR period.starts_at < period.whole_to)
     AND (subscription.trial_ends_at IS NULL
          OR subscription.trial_ended_at < least(period.ends_at, period.whole_to))
     AND NOT EXISTS (
       SELECT 1 FROM invoices AS invoice
         JOIN invoice_fees AS fee ON fee.organization_id = invoice.organization_id AND fee.invoice_id = invoice.id
        WHERE invoice.organization_id = $1 AND invoice.subscription_id = period.subscription_id
          AND invoice.created_at >= period.starts_at AND fee.type = 'subscription'
          AND fee.plan_version_id = period.plan_version_id AND fee.covers_to > period.starts_at
          AND (fee.covers_from < period.ends_at OR fee.covers_from <= period.starts_at)
       OFFSET 0)
     AND NOT EXISTS (
       SELECT 1 FROM usage_periods AS previous JOIN usage_periods AS extended
           ON extended.organization_id = previous.organization_id
          AND extended.subscription_id = previous.subscription_id
        WHERE previous.organization_id = $1 AND previous.subscription_id = period.subscription_id
          AND previous.ends_at = period.starts_at AND previous.ends_with_plan
          AND extended.ends_with_plan AND extended.ends_at >= extended.whole_to
          AND extended.ends_at BETWEEN period.starts_at - interval '25 hours' AND period.starts_at
       OFFSET 0)`;

/** The reconciliation check for subscriptions. */
@Injectable()
export class SubscriptionReconciliation implements ReconciliationCheckList {
  get checks(): readonly ReconciliationCheck[] {
    return [
      {
        name: 'advance_fees',
        description: 'Every billing period of a plan paid in advance has its fee on an invoice.',
        sql: ADVANCE_FEES,
        pageEnd: PERIODS_PAGE_END,
      },
    ];
  }
}
