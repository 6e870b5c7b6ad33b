import type { PlanVersion } from '../plans';
import type { SubscriptionEntity } from './subscription.entity';

/** The columns of a subscription that name its plan version, and copy the price from it. */
export type PriceInForce = Pick<
  SubscriptionEntity,
  'planId' | 'planVersionId' | 'planVersion' | 'planInterval' | 'planAmountCents' | 'planCurrency'
>;

/** Returns the columns of a subscription that is billed by this plan version. */
export function priceInForce(version: PlanVersion): PriceInForce {
  const { id, planId, interval, amountCents, currency } = version;
  const price = { planInterval: interval, planAmountCents: amountCents, planCurrency: currency };
  return { planId, planVersionId: id, planVersion: version.version, ...price };
}
