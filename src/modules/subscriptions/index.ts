export { SubscriptionsModule } from './subscriptions.module';
export { SUBSCRIPTION_FIELDS } from './subscription-fields';
export { SubscriptionsService } from './subscriptions.service';
export { SubscriptionCreation } from './lifecycle/subscription-creation';
export {
  SUBSCRIPTION_POLICIES,
  type SubscriptionPolicy,
  type SubscriptionRequest,
  type SubscriptionTransition,
} from './subscription-policies';
export {
  SubscriptionCanceled,
  SubscriptionCreated,
  SubscriptionPlanChanged,
  SubscriptionStarted,
  SubscriptionTerminated,
  SubscriptionTrialEnded,
} from './subscription.events';
