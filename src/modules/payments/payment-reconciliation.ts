import { Injectable } from '@nestjs/common';
import type {
  ReconciliationCheck,
  ReconciliationCheckList,
} from '../../platform/reconciliation/reconciliation-checks';

/**
 * The full join also finds settlements whose payment does not exist. A target of a further kind may apply its money to
 * invoices, or to none.
 */
const APPLIED = `
  SELECT 'payment' AS object_type, coalesce(payment.id, settled.payment_id) AS object_id,
         coalesce(settled.cents, 0) AS expected, coalesce(payment.cents, 0) AS actual
    FROM (SELECT id, target_id,
                 CASE WHEN status IN ('succeeded', 'refunded') THEN settled_amount_cents ELSE 0 END AS cents
            FROM payments WHERE organization_id = $1) AS payment
    FULL JOIN (SELECT source_id AS payment_id, sum(amount_cents) AS cents FROM invoice_settlements
                WHERE organization_id = $1 AND source = 'payment' GROUP BY source_id) AS settled
      ON settled.payment_id = payment.id
   WHERE coalesce(settled.cents, 0) <> coalesce(payment.cents, 0)
     AND (payment.target_id IS NULL OR settled.cents > payment.cents)`;

/**
 * Computes the refunded amount as refundedCents() does: providers report refunds one by one, as a running
 * total, or both, and neither contains what was recorded by hand.
 */
const REFUNDED = `
  SELECT 'payment' AS object_type, id AS object_id, expected, refunded_amount_cents AS actual
    FROM (SELECT payment.id, payment.refunded_amount_cents,
                 least(payment.amount_cents,
                       coalesce(sum(refund.amount_cents) FILTER (WHERE refund.provider_refund_id IS NULL), 0)
                       + greatest(
                                coalesce(sum(refund.amount_cents) FILTER (
                                  WHERE refund.provider_refund_id IS NOT NULL AND refund.status = 'succeeded'), 0),
                                payment.reported_refund_cents
                                - coalesce(sum(refund.amount_cents) FILTER (
                                    WHERE refund.status = 'failed'
                                      AND (refund.failed_at <= payment.reported_refund_at) IS NOT TRUE), 0)))
                   AS expected
            FROM payments AS payment
            LEFT JOIN payment_refunds AS refund
              ON refund.organization_id = payment.organization_id AND refund.payment_id = payment.id
           WHERE payment.organization_id = $1
           GROUP BY payment.organization_id, payment.id) AS refunded
   WHERE expected <> refunded_amount_cents
  UNION ALL
  SELECT 'payment', id, amount_cents, refunded_amount_cents
    FROM payments
   WHERE organization_id = $1 AND status = 'refunded' AND refunded_amount_cents < amount_cents`;

/**
 * Money that is here but not applied needs review, because it was not due; more than is here is never applied. A payment
 * whose money came back after a reversal has succeeded again.
 */
const PRESENT = `
  SELECT 'payment' AS object_type, id AS object_id, present AS expected, applied AS actual
    FROM (SELECT organization_id, id, status IN ('succeeded', 'refunded') AS is_present, provider_reinstated_at,
                 CASE WHEN status IN ('succeeded', 'refunded') THEN settled_amount_cents ELSE 0 END AS applied,
                 CASE WHEN status IN ('succeeded', 'refunded') THEN amount_cents - reversed_amount_cents
                      ELSE amount_cents END AS present
            FROM payments WHERE organization_id = $1) AS payment
   WHERE applied > present
      OR (applied < present
          AND CASE WHEN is_present THEN NOT EXISTS (
                     SELECT 1 FROM provider_notifications AS notification
                      WHERE notification.organization_id = payment.organization_id
                        AND notification.payment_id = payment.id AND notification.needs_review)
                   ELSE provider_reinstated_at IS NOT NULL END)`;

/** The reconciliation checks for payments (docs/billing-rules.md). */
@Injectable()
export class PaymentReconciliation implements ReconciliationCheckList {
  get checks(): readonly ReconciliationCheck[] {
    return [
      {
        name: 'payment_settlements',
        description:
          'The amount applied by a succeeded or refunded payment equals its settlements on invoices, ' +
          'and is at least these if the payment has a target_kind; other payments have none.',
        sql: APPLIED,
      },
      {
        name: 'payment_refunds',
        description:
          'The refunded amount of a payment equals the refunds recorded and reported for it; ' +
          'a refunded payment is refunded completely.',
        sql: REFUNDED,
      },
      {
        name: 'payment_amounts',
        description:
          'The received amount of a payment, less what was reversed and did not come back, is applied; ' +
          'less is applied only if a notification about the payment needs review, and more never.',
        sql: PRESENT,
      },
    ];
  }
}
