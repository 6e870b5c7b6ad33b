export { SubscriptionsModule } from './subscriptions.module';
export { SubscriptionsService } from './subscriptions.service';
export {
  SubscriptionCanceled,
  SubscriptionCreated,
  SubscriptionPlanChanged,
  SubscriptionStarted,
  SubscriptionTerminated,
  SubscriptionTrialEnded,
} from './subscription.events';
export {
  SUBSCRIPTION_POLICIES,
  type SubscriptionPolicy,
  type SubscriptionRequest,
  type SubscriptionRequestKind,
  type SubscriptionTransition,
  type SubscriptionTransitionKind,
} from './subscription-policies';
