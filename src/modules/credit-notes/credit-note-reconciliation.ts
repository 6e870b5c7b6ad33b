import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ReconciliationChecks } from '../../platform/reconciliation/reconciliation-checks';

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

/** Excludes draft invoices, whose amounts can still decrease. */
const FEES = `
  SELECT 'invoice_fee' AS object_type, fee.id AS object_id, fee.amount_cents AS expected,
         sum(item.amount_cents) AS actual
    FROM credit_note_items AS item
    JOIN credit_notes AS note
      ON note.organization_id = item.organization_id AND note.id = item.credit_note_id AND note.status <> 'voided'
    JOIN invoice_fees AS fee ON fee.organization_id = item.organization_id AND fee.id = item.fee_id
    JOIN invoices AS invoice
      ON invoice.organization_id = fee.organization_id AND invoice.id = fee.invoice_id AND invoice.status <> 'draft'
   WHERE item.organization_id = $1
   GROUP BY fee.organization_id, fee.id
  HAVING sum(item.amount_cents) > fee.amount_cents`;

/** Excludes draft invoices, like `FEES`. */
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

/** A refund of a note has succeeded if and only if all of it was made. */
const REFUNDS = `
  SELECT object_type, object_id, expected, actual
    FROM (SELECT 'credit_note' AS object_type, note.id AS object_id,
                 made.cents || CASE WHEN made.cents = note.refund_amount_cents AND made.cents > 0
                                    THEN ' succeeded' ELSE '' END AS expected,
                 note.refunded_amount_cents || CASE note.refund_status WHEN 'succeeded' THEN ' succeeded'
                                                    ELSE '' END AS actual
            FROM credit_notes AS note
           CROSS JOIN LATERAL (SELECT coalesce(sum(amount_cents), 0) AS cents FROM credit_note_refunds AS refund
                                WHERE refund.organization_id = note.organization_id
                                  AND refund.credit_note_id = note.id) AS made
           WHERE note.organization_id = $1) AS refunds
   WHERE expected <> actual`;

const USED_BY_INVOICES = `
  SELECT 'invoice' AS object_type, invoice.id AS object_id, coalesce(used.cents, 0) AS expected,
         invoice.credit_notes_amount_cents AS actual
    FROM invoices AS invoice
    LEFT JOIN (SELECT invoice_id, sum(amount_cents) AS cents FROM credit_note_uses
                WHERE organization_id = $1 GROUP BY invoice_id) AS used ON used.invoice_id = invoice.id
   WHERE invoice.organization_id = $1 AND invoice.credit_notes_amount_cents <> coalesce(used.cents, 0)`;

@Injectable()
export class CreditNoteReconciliation implements OnModuleInit {
  constructor(private readonly checks: ReconciliationChecks) {}

  onModuleInit(): void {
    this.checks.register(
      {
        name: 'credit_note_balances',
        description:
          'The balance of a finalized credit note is its credit minus the credit that invoices have used.',
        sql: BALANCES,
      },
      {
        name: 'credited_fees',
        description: 'The credit notes of a fee never credit more than its amount.',
        sql: FEES,
      },
      {
        name: 'credited_invoices',
        description: 'The credit notes of an invoice never credit more than its fees and taxes.',
        sql: INVOICES,
      },
      {
        name: 'credit_note_refunds',
        description:
          'The refunded amount of a credit note equals the refunds of payments for it; its refund has succeeded ' +
          'when that is the whole refund.',
        sql: REFUNDS,
      },
      {
        name: 'invoice_credit_notes',
        description:
          'The credit notes amount of an invoice equals the sum of the credit that the invoice used.',
        sql: USED_BY_INVOICES,
      },
    );
  }
}
