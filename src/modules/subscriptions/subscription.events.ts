import { defineEvent } from '../../platform/outbox/event-catalogue';
import { SubscriptionDto } from './subscription.dto';

const about = { objectType: 'subscription', payload: SubscriptionDto } as const;

export const SubscriptionCreated = defineEvent({
  ...about,
  kind: 'subscription.created',
  trigger: 'New subscription created, in any status',
});

export const SubscriptionStarted = defineEvent({
  ...about,
  kind: 'subscription.started',
  trigger: 'Subscription activated: its start date was reached, or it was activated by request',
});

export const SubscriptionTrialEnded = defineEvent({
  ...about,
  kind: 'subscription.trial_ended',
  trigger: 'Trial period expired, or was ended early by a plan change or a termination',
});

export const SubscriptionPlanChanged = defineEvent({
  ...about,
  kind: 'subscription.plan_changed',
  trigger:
    'Plan upgrade or downgrade applied, or a newer version of the plan: emitted when it takes effect; ' +
    '`previous_plan_id` is the previous plan, or the same plan for a newer version',
});

export const SubscriptionCanceled = defineEvent({
  ...about,
  kind: 'subscription.canceled',
  trigger: 'Subscription canceled: emitted when the cancellation takes effect',
  example: { status: 'canceled', canceled_at: '2026-03-01T00:00:00.000Z' },
});

export const SubscriptionTerminated = defineEvent({
  ...about,
  kind: 'subscription.terminated',
  trigger: 'Subscription terminated by request, or because its `ending_at` was reached',
  example: { status: 'terminated', terminated_at: '2026-03-01T00:00:00.000Z' },
});
