import { csvFields, type CsvFormat } from '../../../platform/csv/csv';
import type { PaymentDto } from './payment.dto';

/** The columns of payments as CSV. */
export const PAYMENTS_CSV: CsvFormat<PaymentDto> = {
  file: 'payments',
  columns: [
    ...csvFields<PaymentDto>('id', 'status', 'customer_id', 'invoice_id', 'payment_request_id'),
    ...csvFields<PaymentDto>('target_type', 'target_id', 'currency', 'amount_cents', 'refunded_amount_cents'),
    ...csvFields<PaymentDto>('surplus_amount_cents', 'surplus_refund_status', 'needs_review'),
    ...csvFields<PaymentDto>('provider', 'provider_payment_id', 'provider_checkout_id', 'failure_reason'),
    ...csvFields<PaymentDto>('reference', 'completed_at', 'created_at', 'updated_at'),
  ],
};
