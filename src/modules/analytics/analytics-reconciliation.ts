import { Injectable } from '@nestjs/common';
import type {
  ReconciliationCheck,
  ReconciliationCheckList,
} from '../../platform/reconciliation/reconciliation-checks';

/** Selects the measures and subjects whose counted total differs from the sum of the values in `rows`. */
const totals = (measures: string, rows: string): string => `
  SELECT 'organization' AS object_type, $1::uuid AS object_id,
         measure || ' ' || subject || ' ' || coalesce(expected, 0) AS expected,
         measure || ' ' || subject || ' ' || coalesce(actual, 0) AS actual
    FROM (SELECT measure, subject, sum(value) AS expected FROM (${rows}) AS stored GROUP BY 1, 2) AS stored
    FULL JOIN (SELECT measure, subject, sum(value) AS actual
                 FROM (SELECT organization_id, measure, subject, value FROM analytics_counts
                       UNION ALL SELECT organization_id, measure, subject, value FROM analytics_changes) AS counts
                WHERE organization_id = $1 AND measure LIKE '${measures}' GROUP BY 1, 2) AS counted
   USING (measure, subject)
   WHERE coalesce(expected, 0) <> coalesce(actual, 0)`;

const INVOICES = `
  SELECT measure, currency AS subject, value
    FROM invoices CROSS JOIN LATERAL (VALUES
      ('invoices_issued', 1::numeric),
      ('invoices_issued_cents', total_amount_cents),
      ('invoices_voided', (status = 'voided')::int),
      ('invoices_voided_cents', (status = 'voided')::int * total_amount_cents::numeric),
      ('invoices_paid_cents', amount_paid_cents),
      ('invoices_open', (status = 'finalized')::int),
      ('invoices_open_cents', (status = 'finalized')::int * amount_due_cents::numeric),
      ('invoices_overdue', payment_overdue::int),
      ('invoices_overdue_cents', payment_overdue::int * amount_due_cents::numeric)) AS counted (measure, value)
   WHERE organization_id = $1 AND finalized_at IS NOT NULL`;

const MRR = `
  SELECT measure, plan_currency AS subject,
         plan_amount_cents::numeric
           * CASE plan_interval WHEN 'weekly' THEN 52 WHEN 'monthly' THEN 12 WHEN 'quarterly' THEN 4 ELSE 1 END AS value
    FROM subscriptions CROSS JOIN (VALUES ('mrr_yearly_cents'), ('mrr_yearly_cents_by_month')) AS counted (measure)
   WHERE organization_id = $1 AND status = 'active' AND (trial_ends_at IS NULL OR trial_ended_at IS NOT NULL)`;

/** The reconciliation checks for the counters of records that are never deleted. */
@Injectable()
export class AnalyticsReconciliation implements ReconciliationCheckList {
  get checks(): readonly ReconciliationCheck[] {
    return [
      {
        name: 'invoice_analytics',
        description: 'The counters of invoices equal the counts and sums of the finalized invoices.',
        sql: totals('invoices\\_%', INVOICES),
      },
      {
        name: 'mrr_analytics',
        description: 'The counted recurring revenue equals the prices of the paying subscriptions.',
        sql: totals('mrr\\_%', MRR),
      },
    ];
  }
}
