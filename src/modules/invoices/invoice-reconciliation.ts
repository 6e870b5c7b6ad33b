import { Injectable } from '@nestjs/common';
import type {
  ReconciliationCheck,
  ReconciliationCheckList,
} from '../../platform/reconciliation/reconciliation-checks';

const FEES = `
  SELECT 'invoice' AS object_type, invoice.id AS object_id,
         coalesce(sum(fee.amount_cents), 0) || '+' || coalesce(sum(fee.taxes_amount_cents), 0) AS expected,
         invoice.fees_amount_cents || '+' || invoice.taxes_amount_cents AS actual
    FROM invoices AS invoice
    LEFT JOIN invoice_fees AS fee
      ON fee.organization_id = invoice.organization_id AND fee.invoice_id = invoice.id
   WHERE invoice.organization_id = $1
   GROUP BY invoice.id, invoice.fees_amount_cents, invoice.taxes_amount_cents
  HAVING coalesce(sum(fee.amount_cents), 0) <> invoice.fees_amount_cents
      OR coalesce(sum(fee.taxes_amount_cents), 0) <> invoice.taxes_amount_cents`;

const DISCOUNTS = `
  SELECT 'invoice' AS object_type, invoice.id AS object_id,
         coalesce(fee.cents, 0) || '=' || coalesce(discount.cents, 0) AS expected,
         invoice.coupons_amount_cents AS actual
    FROM invoices AS invoice
    LEFT JOIN (SELECT invoice_id, sum(discount_amount_cents) AS cents FROM invoice_fees
                WHERE organization_id = $1 GROUP BY invoice_id) AS fee ON fee.invoice_id = invoice.id
    LEFT JOIN (SELECT invoice_id, sum(amount_cents) AS cents FROM invoice_discounts
                WHERE organization_id = $1 GROUP BY invoice_id) AS discount ON discount.invoice_id = invoice.id
   WHERE invoice.organization_id = $1
     AND (coalesce(fee.cents, 0) <> invoice.coupons_amount_cents
          OR coalesce(discount.cents, 0) <> invoice.coupons_amount_cents)`;

const APPLIED_AMOUNTS = `
  SELECT 'invoice' AS object_type, invoice.id AS object_id, coalesce(sum(settlement.amount_cents), 0) AS expected,
         invoice.amount_paid_cents + invoice.offset_amount_cents AS actual
    FROM invoices AS invoice
    LEFT JOIN invoice_settlements AS settlement
      ON settlement.organization_id = invoice.organization_id AND settlement.invoice_id = invoice.id
   WHERE invoice.organization_id = $1
   GROUP BY invoice.id, invoice.amount_paid_cents, invoice.offset_amount_cents
  HAVING coalesce(sum(settlement.amount_cents), 0) <> invoice.amount_paid_cents + invoice.offset_amount_cents`;

/**
 * A payment refunds money of its invoices, and money that was applied to no invoice. The part of its invoices is at most its
 * refunded amount, and at least that amount less the money that was applied to none. It includes the refunds for the credit
 * notes of an invoice. A reversal does not change refunded amounts, so they may exceed the applied amounts.
 */
const REFUNDS = `
  SELECT 'payment' AS object_type, id AS object_id, expected, actual
    FROM (SELECT payment.id, sum(share.cents) AS actual,
                 greatest(payment.refunded_amount_cents - (payment.amount_cents - payment.settled_amount_cents),
                          least(payment.refunded_amount_cents, sum(share.cents)),
                          sum(share.cents) + nullif(sum(greatest(share.note_cents - share.cents, 0)), 0)) AS expected
            FROM payments AS payment
            JOIN (SELECT settlement.source_id AS payment_id, settlement.refunded_amount_cents AS cents,
                         coalesce(made.cents, 0) AS note_cents
                    FROM invoice_settlements AS settlement
                    LEFT JOIN (SELECT refund.payment_id, note.invoice_id, sum(refund.amount_cents) AS cents
                                 FROM credit_note_refunds AS refund
                                 JOIN credit_notes AS note
                                   ON note.organization_id = refund.organization_id AND note.id = refund.credit_note_id
                                WHERE refund.organization_id = $1
                                GROUP BY refund.payment_id, note.invoice_id) AS made
                      ON made.payment_id = settlement.source_id AND made.invoice_id = settlement.invoice_id
                   WHERE settlement.organization_id = $1 AND settlement.source = 'payment') AS share
              ON share.payment_id = payment.id
           WHERE payment.organization_id = $1
           GROUP BY payment.organization_id, payment.id) AS refunded
   WHERE expected <> actual`;

const NUMBERS = `
  SELECT 'organization' AS object_type, counter.organization_id AS object_id, counter.last_number AS expected,
         count(invoice.number) AS actual
    FROM invoice_counters AS counter
    LEFT JOIN invoices AS invoice ON invoice.organization_id = counter.organization_id
   WHERE counter.organization_id = $1
   GROUP BY counter.organization_id, counter.last_number
  HAVING count(invoice.number) <> counter.last_number`;

/** The reconciliation checks for invoices. */
@Injectable()
export class InvoiceReconciliation implements ReconciliationCheckList {
  get checks(): readonly ReconciliationCheck[] {
    return [
      {
        name: 'invoice_fees',
        description: 'The totals of an invoice equal the sums of its fees and their taxes.',
        sql: FEES,
      },
      {
        name: 'invoice_discounts',
        description:
          'The coupons amount of an invoice equals the sum of its discounts, and the sum of the discounts of its fees.',
        sql: DISCOUNTS,
      },
      {
        name: 'invoice_settlements',
        description: 'The amounts paid and offset on an invoice equal the sum of its settlements.',
        sql: APPLIED_AMOUNTS,
      },
      {
        name: 'invoice_refunds',
        description:
          'What a payment refunded of its invoices is what it refunded, except of money applied to no invoice, and ' +
          'includes its refunds for credit notes.',
        sql: REFUNDS,
      },
      {
        name: 'invoice_numbers',
        description: "The organization's invoice counter equals the count of its numbered invoices.",
        sql: NUMBERS,
      },
    ];
  }
}
