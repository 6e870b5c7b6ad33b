import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ReconciliationChecks } from '../../platform/reconciliation/reconciliation-checks';

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

const APPLIED_AMOUNTS = `
  SELECT 'invoice' AS object_type, invoice.id AS object_id, coalesce(sum(settlement.amount_cents), 0) AS expected,
         invoice.amount_paid_cents + invoice.offset_amount_cents AS actual
    FROM invoices AS invoice
    LEFT JOIN invoice_settlements AS settlement
      ON settlement.organization_id = invoice.organization_id AND settlement.invoice_id = invoice.id
   WHERE invoice.organization_id = $1
   GROUP BY invoice.id, invoice.amount_paid_cents, invoice.offset_amount_cents
  HAVING coalesce(sum(settlement.amount_cents), 0) <> invoice.amount_paid_cents + invoice.offset_amount_cents`;

const NUMBERS = `
  SELECT 'organization' AS object_type, counter.organization_id AS object_id, counter.last_number AS expected,
         count(invoice.number) AS actual
    FROM invoice_counters AS counter
    LEFT JOIN invoices AS invoice ON invoice.organization_id = counter.organization_id
   WHERE counter.organization_id = $1
   GROUP BY counter.organization_id, counter.last_number
  HAVING count(invoice.number) <> counter.last_number`;

/** Registers the reconciliation checks for invoices. */
@Injectable()
export class InvoiceReconciliation implements OnModuleInit {
  constructor(private readonly checks: ReconciliationChecks) {}

  onModuleInit(): void {
    this.checks.register(
      {
        name: 'invoice_fees',
        description: 'The totals of an invoice equal the sums of its fees and their taxes.',
        sql: FEES,
      },
      {
        name: 'invoice_settlements',
        description: 'The amounts paid and offset on an invoice equal the sum of its settlements.',
        sql: APPLIED_AMOUNTS,
      },
      {
        name: 'invoice_numbers',
        description: "The organization's invoice counter equals the count of its numbered invoices.",
        sql: NUMBERS,
      },
    );
  }
}
