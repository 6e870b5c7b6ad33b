import { Injectable } from '@nestjs/common';
import type {
  ReconciliationCheck,
  ReconciliationCheckList,
} from '../../platform/reconciliation/reconciliation-checks';

/** The clocks of instances may differ by less than this. */
const UNCERTAIN = `interval '30 seconds'`;

/**
 * The amount due on the invoices of each request at its creation: their totals, less the amounts applied until then. An
 * amount that was applied before and changed since, for example by a reversal, is unknown: then any amount up to `high`
 * may have been due.
 */
const AMOUNTS = `
  SELECT 'payment_request' AS object_type, id AS object_id, greatest(low, least(high, amount_cents)) AS expected,
         amount_cents AS actual
    FROM (SELECT request.id, request.amount_cents,
                 coalesce(sum(invoice.total_amount_cents - applied.cents), 0) AS high,
                 coalesce(sum(invoice.total_amount_cents - applied.cents) FILTER (WHERE NOT applied.is_unclear), 0)
                   AS low
            FROM payment_requests AS request
            LEFT JOIN payment_request_invoices AS part
              ON part.organization_id = request.organization_id AND part.payment_request_id = request.id
            LEFT JOIN invoices AS invoice
              ON invoice.organization_id = part.organization_id AND invoice.id = part.invoice_id
           CROSS JOIN LATERAL (
             SELECT coalesce(sum(amount_cents) FILTER (WHERE updated_at < request.created_at - ${UNCERTAIN}), 0)
                      AS cents,
                    coalesce(bool_or(created_at < request.created_at + ${UNCERTAIN}
                                     AND updated_at >= request.created_at - ${UNCERTAIN}), false) AS is_unclear
               FROM invoice_settlements AS settlement
              WHERE settlement.organization_id = $1 AND settlement.invoice_id = invoice.id) AS applied
           WHERE request.organization_id = $1
           GROUP BY request.organization_id, request.id) AS due
   WHERE amount_cents NOT BETWEEN low AND high`;

const PAID = `
  SELECT 'payment_request' AS object_type, request.id AS object_id, coalesce(paid.cents, 0) AS expected,
         request.amount_paid_cents AS actual
    FROM payment_requests AS request
    LEFT JOIN (SELECT payment.payment_request_id, sum(settlement.amount_cents) AS cents
                 FROM payments AS payment
                 JOIN invoice_settlements AS settlement
                   ON settlement.organization_id = payment.organization_id AND settlement.source = 'payment'
                  AND settlement.source_id = payment.id
                 JOIN payment_request_invoices AS part
                   ON part.organization_id = payment.organization_id
                  AND part.payment_request_id = payment.payment_request_id
                  AND part.invoice_id = settlement.invoice_id
                WHERE payment.organization_id = $1 AND payment.payment_request_id IS NOT NULL
                GROUP BY payment.payment_request_id) AS paid ON paid.payment_request_id = request.id
   WHERE request.organization_id = $1 AND request.amount_paid_cents <> coalesce(paid.cents, 0)`;

/**
 * An invoice of a request that succeeded is due again only if one of its payments was reversed: then the applied amount
 * has changed. A request that has failed may have been paid since, so its status is not compared with its invoices.
 */
const STATUSES = `
  SELECT 'payment_request' AS object_type, id AS object_id, expected, payment_status AS actual
    FROM (SELECT id, payment_status,
                 CASE WHEN is_open AND is_due THEN 'pending'
                      WHEN is_exhausted OR is_unpaid THEN 'failed'
                      WHEN payment_status <> 'pending' THEN payment_status
                      WHEN is_paid THEN 'succeeded'
                      ELSE 'failed' END AS expected
            FROM (SELECT request.id, request.payment_status,
                         bool_or(part.state = 'open') AS is_open,
                         bool_or(part.state = 'exhausted') AS is_exhausted,
                         bool_or(invoice.status = 'paid') AS is_paid,
                         bool_or(invoice.status = 'finalized' AND invoice.amount_due_cents > 0) AS is_due,
                         bool_or(invoice.status = 'finalized' AND invoice.amount_due_cents > 0
                                 AND NOT EXISTS (
                                   SELECT 1 FROM invoice_settlements AS settlement
                                    WHERE settlement.organization_id = $1 AND settlement.invoice_id = invoice.id
                                      AND settlement.source = 'payment'
                                      AND (settlement.amount_cents = 0
                                           OR settlement.updated_at > settlement.created_at))) AS is_unpaid
                    FROM payment_requests AS request
                    JOIN payment_request_invoices AS part
                      ON part.organization_id = request.organization_id AND part.payment_request_id = request.id
                    JOIN invoices AS invoice
                      ON invoice.organization_id = part.organization_id AND invoice.id = part.invoice_id
                   WHERE request.organization_id = $1
                   GROUP BY request.organization_id, request.id) AS held) AS request
   WHERE expected <> payment_status`;

/** The reconciliation checks for payment requests (docs/billing-rules.md#payment-requests). */
@Injectable()
export class PaymentRequestReconciliation implements ReconciliationCheckList {
  get checks(): readonly ReconciliationCheck[] {
    return [
      {
        name: 'payment_request_amounts',
        description:
          'The amount of a payment request equals what was due on its invoices when it was created.',
        sql: AMOUNTS,
      },
      {
        name: 'payment_request_payments',
        description: 'The paid amount of a payment request equals what its payments pay of its invoices.',
        sql: PAID,
      },
      {
        name: 'payment_request_statuses',
        description:
          'A payment request is pending while it holds its invoices and something is due on them; it has ' +
          'succeeded only if nothing was due any more.',
        sql: STATUSES,
      },
    ];
  }
}
