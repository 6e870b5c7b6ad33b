import type { Transaction } from '../../platform/database/transactions';
import { extensionPoint } from '../../platform/extensions';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';
import type { SubscriptionDto } from './subscription.dto';

/** The kind of a request; a move to another plan version by a plan migration counts as a request. */
export type SubscriptionRequestKind =
  | 'create'
  | 'start'
  | 'change_plan'
  | 'cancel'
  | 'withdraw_cancellation'
  | 'change_end'
  | 'terminate';

/** A request that is valid, before the subscription changes. */
export interface SubscriptionRequest {
  readonly kind: SubscriptionRequestKind;
  readonly organizationId: string;
  /** Before the request; for `create`, as it would be created, pending. */
  readonly subscription: SubscriptionDto;
  /** The requested plan of `change_plan`, for now or for the end of the period; null otherwise. */
  readonly planId: string | null;
  /** When the subscription would end because of `cancel`, `terminate` or `change_end`; null if it would not. */
  readonly endsAt: Date | null;
  /** The time of the service. */
  readonly now: Date;
}

/** The kind of a transition, by request or because it is due. */
export type SubscriptionTransitionKind =
  | SubscriptionRequestKind
  | 'end_trial'
  | 'renew'
  | 'schedule_plan_change'
  | 'schedule_cancellation';

/** A transition, after its rows, bills and events were written. */
export interface SubscriptionTransition {
  readonly kind: SubscriptionTransitionKind;
  readonly organizationId: string;
  /** After the transition. */
  readonly subscription: SubscriptionDto;
  /** The time for which the transition was scheduled, which is in the past if the job runs later. */
  readonly at: Date;
}

/** Vetoes requests about subscriptions and reacts to their transitions (docs/extending.md#subscription-policies). */
export interface SubscriptionPolicy {
  /**
   * Returns the sentence with which the API refuses the request, or null. Must not write. Transitions that are due
   * without a request, such as the end of a period, are not asked about.
   */
  veto?(tx: Transaction, request: SubscriptionRequest): Promise<string | null>;

  /**
   * Reacts in the transaction of the transition, which is rolled back if this throws.
   *
   * @returns events to append after those of the transition; the policy must not append any itself.
   */
  react?(tx: Transaction, transition: SubscriptionTransition): Promise<readonly DomainEvent[]>;
}

export const SUBSCRIPTION_POLICIES = extensionPoint<SubscriptionPolicy>('subscription policies');
