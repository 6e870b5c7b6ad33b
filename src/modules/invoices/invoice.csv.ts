import { csvFields, type CsvFormat } from '../../platform/csv/csv';
import { INVOICE_FIELDS } from './extensions/invoice-fields';
import type { InvoiceDto } from './invoice.dto';

/** The columns of invoices as CSV; the list of fees has their lines. */
export const INVOICES_CSV: CsvFormat<InvoiceDto> = {
  file: 'invoices',
  added: INVOICE_FIELDS,
  columns: [
    ...csvFields<InvoiceDto>('id', 'number', 'invoice_type', 'status', 'customer_id'),
    ['customer_name', ({ buyer }) => buyer?.name ?? null],
    ...csvFields<InvoiceDto>('subscription_id', 'issuing_date', 'payment_due_date'),
    ['billing_period_from', ({ billing_period: period }) => period?.from ?? null],
    ['billing_period_to', ({ billing_period: period }) => period?.to ?? null],
    ...csvFields<InvoiceDto>('currency', 'fees_amount_cents', 'coupons_amount_cents', 'taxes_amount_cents'),
    ...csvFields<InvoiceDto>('credit_notes_amount_cents', 'prepaid_credit_amount_cents'),
    ...csvFields<InvoiceDto>('total_amount_cents', 'amount_paid_cents', 'offset_amount_cents'),
    ...csvFields<InvoiceDto>('amount_due_cents', 'payment_overdue', 'finalized_at', 'paid_at'),
    ...csvFields<InvoiceDto>('voided_at', 'created_at', 'updated_at'),
  ],
};
