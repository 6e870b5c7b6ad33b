export { EventsModule } from './events.module';
export { MeteredSubscriptions } from './metered-subscriptions';
export { UsageFollowers, type UsageChange, type UsageFollower } from './usage-followers';
export {
  UsageMeter,
  type ChargedUsage,
  type MeteredSubscription,
  type PeriodUsage,
  type UsagePeriod,
} from './usage-meter';
