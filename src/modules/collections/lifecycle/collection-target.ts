import type { TargetKey } from '../../payments';
import type { CollectionEntity } from '../collection.entity';

type TargetColumns = Pick<CollectionEntity, 'invoiceId' | 'paymentRequestId'>;

/** Returns what is collected. @throws Error for a row without target, which the database refuses. */
export function targetOf({ invoiceId, paymentRequestId }: TargetColumns): TargetKey {
  if (invoiceId !== null) return { type: 'invoice', id: invoiceId };
  if (paymentRequestId !== null) return { type: 'payment_request', id: paymentRequestId };
  throw new Error('The collection has no target');
}

export function columnsOf({ type, id }: TargetKey): TargetColumns {
  const isInvoice = type === 'invoice';
  return { invoiceId: isInvoice ? id : null, paymentRequestId: isInvoice ? null : id };
}
