import { fields, type CsvTable } from '../../platform/http/csv/csv-table';
import type { CreditNoteDto } from './credit-note.dto';

export const CREDIT_NOTE_TABLE: CsvTable<CreditNoteDto> = {
  name: 'credit_notes',
  columns: fields<CreditNoteDto>(
    'id',
    'number',
    'invoice_id',
    'customer_id',
    'status',
    'reason',
    'description',
    'currency',
    'credit_amount_cents',
    'refund_amount_cents',
    'offset_amount_cents',
    'refund_status',
    'balance_amount_cents',
    'taxes_amount_cents',
    'total_amount_cents',
    'issuing_date',
    'created_at',
    'updated_at',
    'finalized_at',
    'voided_at',
  ),
};
