import { Injectable } from '@nestjs/common';
import type { ReconciliationSource } from '../../../platform/reconciliation/reconciliation-checks';

/** FULL JOIN: a settlement whose payment does not exist is a mismatch too. */
const SETTLEMENTS = `
  SELECT 'payment' AS object_type, coalesce(payment.id, settled.payment_id) AS object_id,
         coalesce(settled.cents, 0) AS expected, coalesce(payment.cents, 0) AS actual
    FROM (SELECT id, CASE WHEN status IN ('succeeded', 'refunded') THEN settled_amount_cents ELSE 0 END AS cents
            FROM payments WHERE organization_id = $1) AS payment
    FULL JOIN (SELECT source_id AS payment_id, sum(amount_cents) AS cents FROM invoice_settlements
                WHERE organization_id = $1 AND source = 'payment' GROUP BY source_id) AS settled
      ON settled.payment_id = payment.id
   WHERE coalesce(settled.cents, 0) <> coalesce(payment.cents, 0)`;

/** The same rule as refundedCents(): refunds by hand, and the larger of the single refunds and the running total. */
const REFUNDS = `
  SELECT 'payment' AS object_type, id AS object_id, expected, refunded_amount_cents AS actual
    FROM (SELECT payment.id, payment.refunded_amount_cents,
                 least(payment.amount_cents,
                       coalesce(sum(refund.amount_cents) FILTER (WHERE refund.provider_refund_id IS NULL), 0)
                       + greatest(coalesce(sum(refund.amount_cents) FILTER (
                                    WHERE refund.status = 'succeeded' AND refund.provider_refund_id IS NOT NULL), 0),
                                payment.reported_refund_cents
                                - coalesce(sum(refund.amount_cents) FILTER (WHERE refund.status = 'failed'), 0)))
                   AS expected
            FROM payments AS payment
            LEFT JOIN payment_refunds AS refund
              ON refund.organization_id = payment.organization_id AND refund.payment_id = payment.id
           WHERE payment.organization_id = $1
           GROUP BY payment.organization_id, payment.id) AS refunded
   WHERE expected <> refunded_amount_cents`;

/** Money that was not applied to an invoice is refunded without being a share of one. */
const SHARES = `
  SELECT 'payment' AS object_type, payment.id AS object_id, payment.refunded_amount_cents AS expected,
         sum(settlement.refunded_amount_cents) AS actual
    FROM payments AS payment
    JOIN invoice_settlements AS settlement
      ON settlement.organization_id = payment.organization_id AND settlement.source = 'payment'
     AND settlement.source_id = payment.id
   WHERE payment.organization_id = $1
   GROUP BY payment.organization_id, payment.id
  HAVING sum(settlement.refunded_amount_cents) > payment.refunded_amount_cents
      OR (payment.status IN ('succeeded', 'refunded')
          AND payment.refunded_amount_cents - sum(settlement.refunded_amount_cents)
              > payment.amount_cents - payment.settled_amount_cents)`;

/** Registers the sums of payments that must agree (docs/billing-rules.md#reconciliation). */
@Injectable()
export class PaymentReconciliation implements ReconciliationSource {
  readonly checks = [
    {
      name: 'payment_settlements',
      description: 'Settlements match settled_amount for succeeded payments; other payments have none.',
      sql: SETTLEMENTS,
    },
    {
      name: 'payment_refunds',
      description: 'The refunded amount of a payment is the sum of its refunds.',
      sql: REFUNDS,
    },
    {
      name: 'refunded_invoices',
      description:
        'The refunded amount of a payment is what it refunded of its invoices and of money beyond what was due.',
      sql: SHARES,
    },
  ];
}
