import { defineEvent } from '../../platform/outbox/event-catalogue';
import { SubscriptionDto } from './subscription.dto';

const about = { objectType: 'subscription', payload: SubscriptionDto } as const;

export const SubscriptionCreated = defineEvent({
  ...about,
  kind: 'subscription.created',
  trigger: 'New subscription created, active or pending',
});

export const SubscriptionStarted = defineEvent({
  ...about,
  kind: 'subscription.started',
  trigger: 'Subscription activated: its start date was reached, or a request activated it',
});

export const SubscriptionTrialEnded = defineEvent({
  ...about,
  kind: 'subscription.trial_ended',
  trigger: 'Trial period expired, or was ended early by an upgrade or a termination',
});

export const SubscriptionPlanChanged = defineEvent({
  ...about,
  kind: 'subscription.plan_changed',
  trigger: 'Plan upgrade or downgrade applied: when it takes effect; `previous_plan_id` is the plan before',
});

export const SubscriptionCanceled = defineEvent({
  ...about,
  kind: 'subscription.canceled',
  trigger: 'Subscription canceled: when the cancellation takes effect',
});

export const SubscriptionTerminated = defineEvent({
  ...about,
  kind: 'subscription.terminated',
  trigger: 'Subscription terminated by a request, or because its `ending_at` was reached',
});
