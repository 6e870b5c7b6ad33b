import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ReconciliationChecks } from '../../platform/reconciliation/reconciliation-checks';

/** What payments of invoices say they settled, and what the invoices have from them. */
const SETTLED = `
  SELECT 'payment' AS object_type, payment.id AS object_id,
         coalesce(settlement.amount_cents, 0) AS expected, payment.settled_amount_cents AS actual
    FROM payments AS payment
    LEFT JOIN invoice_settlements AS settlement
           ON settlement.organization_id = payment.organization_id
          AND settlement.source = 'payment' AND settlement.source_id = payment.id
   WHERE payment.organization_id = $1 AND payment.invoice_id IS NOT NULL
     AND payment.settled_amount_cents <> coalesce(settlement.amount_cents, 0)`;

/** payment.rules.ts, refundedCents. */
const REFUNDED = `
  SELECT payment.id, payment.refunded_amount_cents,
         least(payment.amount_cents, greatest(
           coalesce(sum(refund.amount_cents) FILTER (WHERE refund.status = 'succeeded'), 0),
           payment.reported_refund_cents
             - coalesce(sum(refund.amount_cents) FILTER (WHERE refund.status = 'failed'), 0))) AS refunded
    FROM payments AS payment
    LEFT JOIN payment_refunds AS refund
           ON refund.organization_id = payment.organization_id AND refund.payment_id = payment.id
   WHERE payment.organization_id = $1
   GROUP BY payment.organization_id, payment.id`;

/** The sums of the payments that must agree. */
@Injectable()
export class PaymentReconciliation implements OnModuleInit {
  constructor(private readonly checks: ReconciliationChecks) {}

  onModuleInit(): void {
    this.checks.register(
      {
        name: 'payment_settlements',
        description: 'What a payment settled of its invoice is what the invoice has from it.',
        sql: SETTLED,
      },
      {
        name: 'payment_refunds',
        description: 'What is refunded of a payment is what its refunds come to.',
        sql: `SELECT 'payment' AS object_type, id AS object_id, refunded AS expected, refunded_amount_cents AS actual
                FROM (${REFUNDED}) AS sums WHERE refunded <> refunded_amount_cents`,
      },
    );
  }
}
