import { fields, type CsvTable } from '../../platform/http/csv/csv-table';
import type { CreditNoteDto } from './credit-note.dto';

export const CREDIT_NOTE_TABLE: CsvTable<CreditNoteDto> = {
  name: 'credit_notes',
  columns: [
    ...fields<CreditNoteDto>(
      'id',
      'number',
      'invoice_id',
      'customer_id',
      'status',
      'reason',
      'description',
      'currency',
    ),
    { header: 'buyer_name', value: (it) => it.buyer?.name ?? null },
    { header: 'buyer_country', value: (it) => it.buyer?.country ?? null },
    ...fields<CreditNoteDto>(
      'credit_amount_cents',
      'refund_amount_cents',
      'offset_amount_cents',
      'refund_status',
      'balance_amount_cents',
      'taxes_amount_cents',
      'total_amount_cents',
      'issuing_date',
      'locale',
      'document_sha256',
      'created_at',
      'updated_at',
      'finalized_at',
      'voided_at',
    ),
  ],
};
