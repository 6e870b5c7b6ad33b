import { csvFields, type CsvFormat } from '../../platform/csv/csv';
import type { CreditNoteDto } from './credit-note.dto';

/** The columns of credit notes as CSV. */
export const CREDIT_NOTES_CSV: CsvFormat<CreditNoteDto> = {
  file: 'credit_notes',
  columns: [
    ...csvFields<CreditNoteDto>('id', 'number', 'invoice_id', 'customer_id', 'status', 'reason'),
    ...csvFields<CreditNoteDto>('description', 'issuing_date', 'currency', 'total_amount_cents'),
    ...csvFields<CreditNoteDto>('taxes_amount_cents', 'credit_amount_cents', 'refund_amount_cents'),
    ...csvFields<CreditNoteDto>('offset_amount_cents', 'balance_amount_cents', 'refunded_amount_cents'),
    ...csvFields<CreditNoteDto>('refund_status', 'finalized_at', 'voided_at', 'created_at', 'updated_at'),
  ],
};
