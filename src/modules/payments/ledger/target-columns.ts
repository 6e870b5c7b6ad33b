import type { TargetKey } from '../targets/payment-targets';
import type { PaymentEntity } from './payment.entity';

/** The columns that say what a payment pays: a foreign key for invoices and payment requests, else type and id. */
export type TargetColumns = Pick<PaymentEntity, 'invoiceId' | 'paymentRequestId' | 'targetType' | 'targetId'>;

const NONE: TargetColumns = { invoiceId: null, paymentRequestId: null, targetType: null, targetId: null };

export function columnsOf({ type, id }: TargetKey): TargetColumns {
  if (type === 'invoice') return { ...NONE, invoiceId: id };
  if (type === 'payment_request') return { ...NONE, paymentRequestId: id };
  return { ...NONE, targetType: type, targetId: id };
}

/** Returns what the payment pays. @throws Error for a row without target, which the database refuses. */
export function targetOf(columns: TargetColumns): TargetKey {
  const { invoiceId, paymentRequestId, targetType, targetId } = columns;
  if (invoiceId !== null) return { type: 'invoice', id: invoiceId };
  if (paymentRequestId !== null) return { type: 'payment_request', id: paymentRequestId };
  if (targetType !== null && targetId !== null) return { type: targetType, id: targetId };
  throw new Error('The payment has no target');
}
