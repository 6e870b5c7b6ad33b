import type { TargetKey } from '../../payments';
import type { CollectionEntity } from '../collection.entity';

/** What a page to pay says. */
export type PayState =
  /** The payer can pay. */
  | { readonly kind: 'due' }
  /** The payer has to authenticate a charge, on this page of the provider. */
  | { readonly kind: 'action'; readonly url: string }
  /** Money is on its way, or a saved method is being charged. */
  | { readonly kind: 'processing' }
  | { readonly kind: 'nothing_due' }
  | { readonly kind: 'voided' };

/** A collection as far as the page depends on it. */
export type OpenCollection = Pick<
  CollectionEntity,
  'kind' | 'status' | 'requiresAction' | 'url' | 'invoiceId' | 'paymentRequestId'
>;

/** @param open the collections that may still take money of the same invoices */
export function payStateOf({
  amountDueCents,
  isVoided,
  key,
  open,
}: {
  amountDueCents: bigint;
  isVoided: boolean;
  key: TargetKey;
  open: readonly OpenCollection[];
}): PayState {
  if (isVoided) return { kind: 'voided' };
  if (amountDueCents === 0n) return { kind: 'nothing_due' };
  for (const { requiresAction, url, invoiceId, paymentRequestId } of open) {
    const isOfTarget = (invoiceId ?? paymentRequestId) === key.id;
    if (requiresAction && isOfTarget && url !== null) return { kind: 'action', url };
  }
  return open.some(isUnderWay) ? { kind: 'processing' } : { kind: 'due' };
}

/** A charge that waits for the payer can still be ended, and replaced by a link. */
const isUnderWay = ({ kind, status, requiresAction }: OpenCollection): boolean =>
  !requiresAction && (status === 'processing' || (kind === 'charge' && status !== 'failed'));
