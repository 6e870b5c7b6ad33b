import type { DomainEvent, EventDefinition } from '../../platform/outbox/event-catalogue';
import type { RunningSubscription } from './running-subscription';
import { toSubscriptionResponse, type SubscriptionDto } from './subscription.dto';
import type { SubscriptionEntity } from './subscription.entity';
import { SubscriptionPlanChanged, SubscriptionTrialEnded } from './subscription.events';

/** Creates an event with the current representation of the subscription. */
export function eventOf(
  definition: EventDefinition<SubscriptionDto>,
  subscription: SubscriptionEntity,
): DomainEvent {
  const { organizationId, id: objectId } = subscription;
  return definition.of({ organizationId, objectId, object: toSubscriptionResponse(subscription) });
}

/** Returns the events of a period that begins, in the order of the event catalogue. */
export function periodEvents(before: RunningSubscription, after: RunningSubscription): DomainEvent[] {
  const { trialEndsAt, trialEndedAt, updatedAt } = after;
  const trialEnded = before.trialEndedAt === null && trialEndedAt !== null;
  const planChanged = before.planVersionId !== after.planVersionId;
  return [
    ...(trialEnded
      ? [eventOf(SubscriptionTrialEnded, { ...before, trialEndsAt, trialEndedAt, updatedAt })]
      : []),
    ...(planChanged ? [eventOf(SubscriptionPlanChanged, after)] : []),
  ];
}
