import { Injectable } from '@nestjs/common';
import type {
  ReconciliationCheckList,
  ReconciliationCheck,
} from '../../platform/reconciliation/reconciliation-checks';
import { CreditNoteFinalized } from './credit-note.events';

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
  SELECT 'invoice_fee' AS object_type, fee.id AS object_id, fee.amount_cents - fee.discount_amount_cents AS expected,
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

/** A refund of a note has succeeded if and only if all of it was made. More is never made. */
const REFUNDS = `
  SELECT object_type, object_id, expected, actual
    FROM (SELECT 'credit_note' AS object_type, note.id AS object_id,
                 least(made.cents, note.refund_amount_cents)
                   || CASE WHEN made.cents = note.refund_amount_cents AND made.cents > 0
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

const ITEMS = `
  SELECT 'credit_note' AS object_type, note.id AS object_id,
         coalesce(sum(item.amount_cents), 0) || '+' || coalesce(sum(item.taxes_amount_cents), 0) AS expected,
         note.total_amount_cents - note.taxes_amount_cents || '+' || note.taxes_amount_cents AS actual
    FROM credit_notes AS note
    LEFT JOIN credit_note_items AS item
      ON item.organization_id = note.organization_id AND item.credit_note_id = note.id
   WHERE note.organization_id = $1
   GROUP BY note.organization_id, note.id
  HAVING coalesce(sum(item.amount_cents), 0) <> note.total_amount_cents - note.taxes_amount_cents
      OR coalesce(sum(item.taxes_amount_cents), 0) <> note.taxes_amount_cents`;

/** Drafts have applied no offset yet. The full join also finds offsets whose note does not exist. */
const OFFSETS = `
  SELECT 'credit_note' AS object_type, coalesce(note.id, applied.credit_note_id) AS object_id,
         coalesce(applied.cents, 0) AS expected, coalesce(note.cents, 0) AS actual
    FROM (SELECT id, CASE status WHEN 'finalized' THEN offset_amount_cents ELSE 0 END AS cents
            FROM credit_notes WHERE organization_id = $1) AS note
    FULL JOIN (SELECT source_id AS credit_note_id, sum(amount_cents) AS cents FROM invoice_settlements
                WHERE organization_id = $1 AND source = 'offset' GROUP BY source_id) AS applied
      ON applied.credit_note_id = note.id
   WHERE coalesce(applied.cents, 0) <> coalesce(note.cents, 0)`;

const NOTES_PER_PAGE = 2000;

const NOTES_PAGE_END = `
  SELECT id FROM credit_notes WHERE organization_id = $1 AND id > $2 ORDER BY id
  OFFSET ${NOTES_PER_PAGE - 1} LIMIT 1`;

/**
 * Nothing else records how a total was split before the credit is used and the refund is made. Notes whose event is no
 * longer kept are not compared. OFFSET 0 forces an index scan of the events per note.
 */
const SPLITS = `
  SELECT 'credit_note' AS object_type, id AS object_id, expected, actual
    FROM (SELECT note.id, note.credit_amount_cents || '+' || note.refund_amount_cents || '+'
                          || note.offset_amount_cents AS actual,
                 concat_ws('+', event.note ->> 'credit_amount_cents', event.note ->> 'refund_amount_cents',
                           event.note ->> 'offset_amount_cents') AS expected
            FROM credit_notes AS note
           CROSS JOIN LATERAL (
             SELECT payload::jsonb -> 'credit_note' AS note FROM outbox_events
              WHERE organization_id = $1 AND object_type = 'credit_note' AND object_id = note.id
                AND kind = '${CreditNoteFinalized.kind}'
             OFFSET 0) AS event
           WHERE note.organization_id = $1 AND note.id > $2 AND note.id <= $3) AS split
   WHERE expected <> actual`;

const CHECKS: readonly ReconciliationCheck[] = [
  {
    name: 'credit_note_balances',
    description:
      'The balance of a finalized credit note is its credit minus the credit that invoices have used.',
    sql: BALANCES,
  },
  {
    name: 'credit_note_items',
    description: 'The total of a credit note and its taxes equal the sums of its items and their taxes.',
    sql: ITEMS,
  },
  {
    name: 'credit_note_splits',
    description:
      'The credit, refund and offset of a credit note equal those in its event credit_note.finalized, while the ' +
      'event is kept.',
    sql: SPLITS,
    pageEnd: NOTES_PAGE_END,
  },
  {
    name: 'credit_note_offsets',
    description: 'The offset of a finalized credit note equals the amount applied to its invoice.',
    sql: OFFSETS,
  },
  {
    name: 'credited_fees',
    description: 'The credit notes of a fee never credit more than its net amount.',
    sql: FEES,
  },
  {
    name: 'credited_invoices',
    description:
      'The credit notes of an invoice never credit more than its fees after discounts, with their taxes.',
    sql: INVOICES,
  },
  {
    name: 'credit_note_refunds',
    description:
      'The refunded amount of a credit note equals the refunds of payments for it, at most its refund; its ' +
      'refund has succeeded when that is the whole refund.',
    sql: REFUNDS,
  },
  {
    name: 'invoice_credit_notes',
    description: 'The credit notes amount of an invoice equals the sum of the credit that the invoice used.',
    sql: USED_BY_INVOICES,
  },
];

/** The reconciliation checks for credit notes. */
@Injectable()
export class CreditNoteReconciliation implements ReconciliationCheckList {
  readonly checks: readonly ReconciliationCheck[] = CHECKS;
}
