import type { Dialect } from './dialect';

/** What the control routes can do to a payment, beyond what its owner can. */
export type ForcedAction = 'complete' | 'fail' | 'dispute' | 'dispute_won' | 'dispute_lost' | 'expire';
export const FORCED_ACTIONS: readonly ForcedAction[] = [
  'complete',
  'fail',
  'dispute',
  'dispute_won',
  'dispute_lost',
  'expire',
];

export interface Provider {
  readonly dialect: Dialect;
  /**
   * Forces what happens to an object, even a dead one; returns the status after, null if there is no such object.
   * `amount`: that of a dispute which it opens, in the unit of the provider; without it, the whole payment.
   */
  readonly force: (id: string, action: ForcedAction, amount?: number) => string | null;
  /** Whether a dispute may be over a part of a payment, as the provider documents it. */
  readonly hasPartialDisputes?: boolean;
}
