import { fieldsPoint } from '../../platform/extensions';
import { CreateSubscriptionDto, SubscriptionDto, UpdateSubscriptionDto } from './subscription.dto';

/** Modules add fields of their own to subscriptions (docs/extending.md#fields-of-other-modules). */
export const SUBSCRIPTION_FIELDS = fieldsPoint('subscription fields', {
  requests: [CreateSubscriptionDto, UpdateSubscriptionDto],
  responses: [SubscriptionDto],
});
