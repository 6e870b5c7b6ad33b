export const DISPUTE_STATUSES = ['needs_response', 'under_review', 'won', 'lost'] as const;
/** `won`: the money stays with the merchant, also where the payer withdrew. `lost`: it went back to the payer. */
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** A dispute as a provider reports it. */
export interface DisputeUpdate {
  /** The provider's id of the dispute; that of the payment where it has none. */
  readonly id: string;
  /** Null: the whole payment. */
  readonly amountCents: bigint | null;
  readonly reason: string | null;
  readonly status: DisputeStatus;
  /** Until when evidence is accepted; null if the provider says nothing, or there is nothing to say. */
  readonly respondBy: Date | null;
}

/** A dispute in a list of the provider. */
export interface ListedDispute {
  readonly providerPaymentId: string;
  /** By the provider's clock; null where the list shows the present state. */
  readonly reportedAt: Date | null;
  /** Whether the money is withheld already, before the outcome. */
  readonly isWithdrawn: boolean;
  readonly dispute: DisputeUpdate;
}

/** Returns a dispute; null without an id, because nothing tells it from others. */
export const disputeUpdate = (id: string | null, about: Omit<DisputeUpdate, 'id'>): DisputeUpdate | null =>
  id === null ? null : { id, ...about };

export const isClosed = (status: DisputeStatus): boolean => status === 'won' || status === 'lost';

/** Returns what a dispute does to its payment (docs/payments.md#disputes). */
export function outcomeOfDispute(
  status: DisputeStatus,
  isWithdrawn: boolean,
): 'disputed' | 'reversed' | 'reinstated' {
  if (status === 'won') return 'reinstated';
  return status === 'lost' || isWithdrawn ? 'reversed' : 'disputed';
}
