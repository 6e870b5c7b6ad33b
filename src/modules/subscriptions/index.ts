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
