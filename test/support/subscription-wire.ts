export type { Subscription as SubscriptionBody, UsageThreshold as ThresholdBody } from '@billing-service/sdk';
