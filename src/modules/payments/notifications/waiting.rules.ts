import { takesMoneyBack } from '../payment.rules';
import type { ProviderNotification } from '../providers/payment-provider';

/** Returns whether earlier notifications may take effect after this one. */
export function mayEnableAny(content: ProviderNotification): boolean {
  return arrives(content) || takesMoneyBack(content) || content.refund?.hasFailed === true;
}

/**
 * Returns whether an earlier notification that had no effect and needs review may take effect after this one
 * (docs/payments.md#refunds): a refund once more money is here, both a refund and a reversal once another refund has
 * failed, and the return of a part once the reversal before it is known.
 */
export function mayEnable(content: ProviderNotification, earlier: ProviderNotification): boolean {
  const hasRefundFailed = content.refund?.hasFailed === true;
  if (earlier.refund?.hasFailed === false) return arrives(content) || hasRefundFailed;
  // Without a time, the reversal is later, because it arrived later.
  if (earlier.outcome === 'reinstated') return takesMoneyBack(content) && content.occurredAt !== null;
  return takesMoneyBack(earlier) && hasRefundFailed;
}

/** Returns whether money arrives or comes back. */
function arrives({ outcome }: ProviderNotification): boolean {
  return outcome === 'succeeded' || outcome === 'reinstated';
}
