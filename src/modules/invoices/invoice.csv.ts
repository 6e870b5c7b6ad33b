import { fields, type CsvTable } from '../../platform/http/csv/csv-table';
import type { InvoiceDto } from './invoice.dto';

/** Fees have a table of their own (fee.csv.ts). */
export const INVOICE_TABLE: CsvTable<InvoiceDto> = {
  name: 'invoices',
  columns: [
    ...fields<InvoiceDto>(
      'id',
      'number',
      'customer_id',
      'subscription_id',
      'invoice_type',
      'status',
      'currency',
    ),
    { header: 'billing_period_from', value: (it) => it.billing_period?.from ?? null },
    { header: 'billing_period_to', value: (it) => it.billing_period?.to ?? null },
    { header: 'buyer_name', value: (it) => it.buyer?.name ?? null },
    { header: 'buyer_country', value: (it) => it.buyer?.country ?? null },
    ...fields<InvoiceDto>(
      'fees_amount_cents',
      'coupons_amount_cents',
      'taxes_amount_cents',
      'credit_notes_amount_cents',
      'prepaid_credit_amount_cents',
      'total_amount_cents',
      'amount_paid_cents',
      'offset_amount_cents',
      'amount_due_cents',
      'issuing_date',
      'payment_due_date',
      'payment_overdue',
      'locale',
      'document_sha256',
      'finalized_at',
      'paid_at',
      'voided_at',
      'created_at',
      'updated_at',
    ),
  ],
};
