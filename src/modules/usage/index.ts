export { partOfPeriod } from './aggregation/held-units';
export { RawIngestion } from './ingestion/raw-ingestion';
export { UsageModule } from './usage.module';
export { MeteredSubscriptions, type SubscriptionTerms } from './metered-subscriptions';
export { UsageListeners, type UsageChange, type UsageListener } from './usage-listeners';
export { UsageRechecks } from './usage-rechecks';
export {
  UsageMeter,
  type ChargedUsage,
  type MeteredSubscription,
  type PeriodEnd,
  type PeriodUsage,
  type UsagePeriod,
} from './usage-meter';
