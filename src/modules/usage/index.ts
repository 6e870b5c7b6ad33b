export { partOfPeriod } from './aggregation/held-units';
export { UsageModule } from './usage.module';
export { MeteredSubscriptions, type SubscriptionTerms } from './metered-subscriptions';
export { UsageListeners, type UsageChange, type UsageListener } from './usage-listeners';
export { UsageRechecks } from './usage-rechecks';
export { UsageMeter, type MeteredSubscription, type PeriodEnd } from './usage-meter';
export type { ChargedUsage } from './charged-usage';
export type { UsagePeriod } from './usage-period';
export type { PeriodUsage } from './usage-reader';
