import { Injectable } from '@nestjs/common';
import type { ReconciliationSource } from '../../platform/reconciliation/reconciliation-checks';

const BALANCES = `
  SELECT 'credit_note' AS object_type, note.id AS object_id,
         CASE note.status WHEN 'finalized' THEN note.credit_amount_cents - coalesce(sum(used.amount_cents), 0)
                          ELSE 0 END AS expected,
         note.balance_amount_cents AS actual
    FROM credit_notes AS note
    LEFT JOIN credit_note_uses AS used
      ON used.organization_id = note.organization_id AND used.credit_note_id = note.id AND used.released_at IS NULL
   WHERE note.organization_id = $1
   GROUP BY note.organization_id, note.id
  HAVING note.balance_amount_cents <>
         CASE note.status WHEN 'finalized' THEN note.credit_amount_cents - coalesce(sum(used.amount_cents), 0)
                          ELSE 0 END`;

/** Without the drafts of invoices, whose amounts can still fall. */
const FEES = `
  SELECT 'invoice_fee' AS object_type, fee.id AS object_id,
         fee.amount_cents - fee.discount_amount_cents AS expected,
         sum(item.amount_cents) AS actual
    FROM credit_note_items AS item
    JOIN credit_notes AS note
      ON note.organization_id = item.organization_id AND note.id = item.credit_note_id AND note.status <> 'voided'
    JOIN invoice_fees AS fee ON fee.organization_id = item.organization_id AND fee.id = item.fee_id
    JOIN invoices AS invoice
      ON invoice.organization_id = fee.organization_id AND invoice.id = fee.invoice_id AND invoice.status <> 'draft'
   WHERE item.organization_id = $1
   GROUP BY fee.organization_id, fee.id
  HAVING sum(item.amount_cents) > fee.amount_cents - fee.discount_amount_cents`;

const INVOICES = `
  SELECT 'invoice' AS object_type, invoice.id AS object_id,
         invoice.fees_amount_cents - invoice.coupons_amount_cents + invoice.taxes_amount_cents AS expected,
         sum(note.total_amount_cents) AS actual
    FROM credit_notes AS note
    JOIN invoices AS invoice
      ON invoice.organization_id = note.organization_id AND invoice.id = note.invoice_id AND invoice.status <> 'draft'
   WHERE note.organization_id = $1 AND note.status <> 'voided'
   GROUP BY invoice.organization_id, invoice.id
  HAVING sum(note.total_amount_cents)
         > invoice.fees_amount_cents - invoice.coupons_amount_cents + invoice.taxes_amount_cents`;

const USED_BY_INVOICES = `
  SELECT 'invoice' AS object_type, invoice.id AS object_id, coalesce(used.cents, 0) AS expected,
         invoice.credit_notes_amount_cents AS actual
    FROM invoices AS invoice
    LEFT JOIN (SELECT invoice_id, sum(amount_cents) AS cents FROM credit_note_uses
                WHERE organization_id = $1 GROUP BY invoice_id) AS used ON used.invoice_id = invoice.id
   WHERE invoice.organization_id = $1 AND invoice.credit_notes_amount_cents <> coalesce(used.cents, 0)`;

const REFUNDS = `
  SELECT 'credit_note' AS object_type, note.id AS object_id,
         coalesce(sum(refund.amount_cents), 0)
           || CASE WHEN coalesce(sum(refund.amount_cents), 0) = note.refund_amount_cents
                    AND note.refund_amount_cents > 0 THEN ' succeeded' ELSE '' END AS expected,
         note.refunded_amount_cents
           || CASE note.refund_status WHEN 'succeeded' THEN ' succeeded' ELSE '' END AS actual
    FROM credit_notes AS note
    LEFT JOIN credit_note_refunds AS refund
      ON refund.organization_id = note.organization_id AND refund.credit_note_id = note.id
   WHERE note.organization_id = $1
   GROUP BY note.organization_id, note.id
  HAVING coalesce(sum(refund.amount_cents), 0) <> note.refunded_amount_cents
      OR (note.refund_amount_cents > 0 AND coalesce(sum(refund.amount_cents), 0) = note.refund_amount_cents)
         <> (note.refund_status IS NOT DISTINCT FROM 'succeeded')`;

/** Sums of credit notes that must agree. */
@Injectable()
export class CreditNoteReconciliation implements ReconciliationSource {
  readonly checks = [
    {
      name: 'credit_note_balances',
      description: 'The balance of a finalized credit note is its credit less what invoices use of it.',
      sql: BALANCES,
    },
    {
      name: 'credited_fees',
      description: 'Credit notes credit at most the net amount of a fee.',
      sql: FEES,
    },
    {
      name: 'credited_invoices',
      description: 'Credit notes credit at most the total of an invoice: fees - coupons + taxes.',
      sql: INVOICES,
    },
    {
      name: 'credit_note_refunds',
      description:
        'The refunded amount of a credit note is what payments refunded for it; its refund has succeeded when that is all.',
      sql: REFUNDS,
    },
    {
      name: 'invoice_credit_notes',
      description: 'The credit notes amount of an invoice is the credit it used.',
      sql: USED_BY_INVOICES,
    },
  ];
}
