import { fields, type CsvTable } from '../../platform/http/csv/csv-table';
import type { PaymentDto } from './payment.dto';

export const PAYMENT_TABLE: CsvTable<PaymentDto> = {
  name: 'payments',
  columns: [
    ...fields<PaymentDto>(
      'id',
      'invoice_id',
      'payment_request_id',
      'target_kind',
      'target_id',
      'customer_id',
      'amount_cents',
      'currency',
      'provider',
      'provider_payment_id',
      'provider_checkout_id',
      'status',
      'refunded_amount_cents',
      'reversed_amount_cents',
      'failure_reason',
      'reference',
    ),
    { header: 'metadata', value: (it) => JSON.stringify(it.metadata) },
    ...fields<PaymentDto>('completed_at', 'created_at', 'updated_at'),
  ],
};
