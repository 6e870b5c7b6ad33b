import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { AppError } from '../../platform/errors/app-error';
import { Extensions, extensionPoint } from '../../platform/extensions';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';
import type { SubscriptionDto } from './subscription.dto';

/** What a request can ask of a subscription. */
export type SubscriptionRequestKind =
  'create' | 'activate' | 'update' | 'change_plan' | 'cancel' | 'withdraw_cancellation' | 'terminate';

/** A request about a subscription, before anything is written. */
export interface SubscriptionRequest {
  readonly kind: SubscriptionRequestKind;
  readonly organizationId: string;
  /** As it is now; for `create`, as it would be created, pending. */
  readonly subscription: SubscriptionDto;
  /** The plan that `change_plan` asks for, now or at the end of the period; null otherwise. */
  readonly planId: string | null;
  /** The service's time. */
  readonly now: Date;
}

/** What happens to a subscription, by request or because it falls due. */
export type TransitionKind = 'start' | 'end_trial' | 'renew' | 'change_plan' | 'cancel' | 'terminate';

/** A transition that has taken effect, with its events and bills written. */
export interface SubscriptionTransition {
  readonly kind: TransitionKind;
  readonly organizationId: string;
  /** After the transition. */
  readonly subscription: SubscriptionDto;
  /** When it took effect by the calendar, which is in the past when the service catches up. */
  readonly at: Date;
}

/** Vetoes requests about subscriptions, and reacts to their transitions (docs/extending.md#subscription-policies). */
export interface SubscriptionPolicy {
  /**
   * Vetoes a request by throwing an AppError of a 4xx status, whose sentence the caller sees. Must not write. What falls
   * due, such as the end of a period or of a scheduled cancellation, is not asked about.
   */
  check?(tx: Transaction, request: SubscriptionRequest): Promise<void>;

  /**
   * Reacts in the transaction of the transition. Returns its events, which are appended after those of the transition; it
   * must not append events itself.
   */
  react?(tx: Transaction, transition: SubscriptionTransition): Promise<readonly DomainEvent[]>;
}

export const SUBSCRIPTION_POLICIES = extensionPoint<SubscriptionPolicy>('subscription policies');

/** Calls the policies. */
@Injectable()
export class SubscriptionPolicies {
  constructor(private readonly extensions: Extensions) {}

  /** @throws AppError of the first policy that vetoes; ExtensionFailedError when one breaks its contract. */
  async check(tx: Transaction, request: SubscriptionRequest): Promise<void> {
    for (const policy of this.extensions.of(SUBSCRIPTION_POLICIES)) {
      const veto = await this.extensions.call(SUBSCRIPTION_POLICIES, policy, async (it) => {
        try {
          await it.check?.(tx, request);
          return null;
        } catch (error) {
          if (error instanceof AppError && error.status < 500) return error;
          throw error;
        }
      });
      if (veto !== null) throw veto;
    }
  }

  /** Returns the events of all policies. @throws ExtensionFailedError when one breaks its contract. */
  async react(tx: Transaction, transition: SubscriptionTransition): Promise<DomainEvent[]> {
    const events: DomainEvent[] = [];
    for (const policy of this.extensions.of(SUBSCRIPTION_POLICIES)) {
      const added = await this.extensions.call(SUBSCRIPTION_POLICIES, policy, async (it) =>
        eventsIn((await it.react?.(tx, transition)) ?? []),
      );
      events.push(...added);
    }
    return events;
  }
}

/** @throws TypeError for anything but a list of events. */
function eventsIn(value: unknown): DomainEvent[] {
  const isEvent = (it: unknown): boolean => typeof it === 'object' && it !== null && 'kind' in it;
  if (!Array.isArray(value) || !value.every(isEvent)) throw new TypeError('it must return a list of events');
  return value as DomainEvent[];
}
