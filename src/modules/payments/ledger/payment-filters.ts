import type { ListPaymentsDto } from './payment-list.dto';
import type { PaymentFilters } from './payments.repository';

/** Returns the filters of the list of payments as the repository takes them. */
export function toPaymentFilters(query: ListPaymentsDto): PaymentFilters {
  return {
    invoiceId: query.invoice_id,
    paymentRequestId: query.payment_request_id,
    targetId: query.target_id,
    customerId: query.customer_id,
    status: query.status,
    provider: query.provider,
    needsReview: query.needs_review,
    createdAfter: query.created_after,
    createdBefore: query.created_before,
  };
}
