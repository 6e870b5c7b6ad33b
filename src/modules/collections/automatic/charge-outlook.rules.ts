import type { ScheduledChargeEntity } from './automatic.entity';

/** What becomes of an invoice that is charged by itself, as its customer is told. */
export type ChargeOutlook =
  /** The first charge. */
  | { readonly kind: 'planned'; readonly at: Date; readonly method: string }
  /** Another one, after those that were declined. */
  | { readonly kind: 'retried'; readonly at: Date }
  | { readonly kind: 'charging'; readonly method: string }
  /** The payer has to authenticate. */
  | { readonly kind: 'action_required' }
  | { readonly kind: 'failed' }
  /** It stopped, and there is no method to charge. */
  | { readonly kind: 'no_method' };

/**
 * Returns null where the customer has to pay: nothing was charged, and there is nothing to charge.
 *
 * @param method what the default method is called; null without one
 */
export function outlookOf(
  { status, attempts, dueAt }: Pick<ScheduledChargeEntity, 'status' | 'attempts' | 'dueAt'>,
  { method, needsPayer }: { method: string | null; needsPayer: boolean },
): ChargeOutlook | null {
  if (needsPayer) return { kind: 'action_required' };
  if (status === 'charging') return method === null ? null : { kind: 'charging', method };
  if (status === 'stopped' && method === null) return { kind: 'no_method' };
  if (status === 'stopped' || method === null || dueAt === null) {
    return attempts > 0 ? { kind: 'failed' } : null;
  }
  return attempts > 0 ? { kind: 'retried', at: dueAt } : { kind: 'planned', at: dueAt, method };
}
