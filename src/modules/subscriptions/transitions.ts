import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { InvalidStateError } from '../../platform/errors/app-error';
import { Extensions } from '../../platform/extensions';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';
import { Outbox } from '../../platform/outbox/outbox';
import { returnedEvents } from '../../platform/outbox/returned-events';
import {
  SUBSCRIPTION_POLICIES,
  type SubscriptionPolicy,
  type SubscriptionRequestKind,
  type SubscriptionTransitionKind,
} from './subscription-policies';
import { toSubscriptionResponse } from './subscription.dto';
import type { SubscriptionEntity } from './subscription.entity';

/** Calls policies before a transition, and records its events, followed by those of policies. */
@Injectable()
export class Transitions {
  constructor(
    private readonly extensions: Extensions,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Call it after the request has been validated.
   *
   * @throws InvalidStateError with the sentence of the first policy that vetoes the request.
   * @throws ExtensionFailedError
   */
  async assertAllowed(
    tx: Transaction,
    kind: SubscriptionRequestKind,
    subscription: SubscriptionEntity,
    { planId = null, endsAt = null }: { planId?: string | null; endsAt?: Date | null } = {},
  ): Promise<void> {
    const now = this.clock.now();
    for (const policy of this.policies) {
      const about = { organizationId: subscription.organizationId, planId, endsAt, now };
      const veto = await this.call(tx, policy, async (it) => {
        const request = { kind, ...about, subscription: toSubscriptionResponse(subscription) };
        return vetoOf(await it.veto?.(tx, request));
      });
      if (veto !== null) throw new InvalidStateError(veto);
    }
  }

  /** Records events of a transition, in the given order. */
  async record(tx: Transaction, events: readonly DomainEvent[]): Promise<void> {
    if (events.length > 0) await this.outbox.append(tx, ...events);
  }

  /**
   * Lets policies react to a transition. Call it after the events of the transition were recorded.
   *
   * @throws ExtensionFailedError
   */
  async complete(
    tx: Transaction,
    kind: SubscriptionTransitionKind,
    subscription: SubscriptionEntity,
    at: Date,
  ): Promise<void> {
    const { organizationId } = subscription;
    for (const policy of this.policies) {
      const events = await this.call(tx, policy, async (it) => {
        const transition = { kind, organizationId, subscription: toSubscriptionResponse(subscription), at };
        return returnedEvents((await it.react?.(tx, transition)) ?? [], organizationId);
      });
      await this.record(tx, events);
    }
  }

  private get policies(): readonly SubscriptionPolicy[] {
    return this.extensions.of(SUBSCRIPTION_POLICIES);
  }

  private call<R>(
    tx: Transaction,
    policy: SubscriptionPolicy,
    work: (policy: SubscriptionPolicy) => Promise<R>,
  ): Promise<R> {
    return this.outbox.closedFor(tx, () => this.extensions.call(SUBSCRIPTION_POLICIES, policy, work));
  }
}

/** @throws TypeError unless the result of `veto` is a sentence or null. */
function vetoOf(value: unknown): string | null {
  const veto = value ?? null;
  if (veto === null || (typeof veto === 'string' && veto.trim() !== '')) return veto;
  throw new TypeError('veto must return a sentence or null');
}
