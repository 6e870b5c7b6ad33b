import type { PlanVersion } from '../../plans';
import type { SubscriptionEntity } from '../subscription.entity';

/** What a subscription stores of the version of a plan that it is billed by. */
type PriceInForce = Pick<
  SubscriptionEntity,
  'planId' | 'planVersionId' | 'planVersion' | 'planInterval' | 'planAmountCents' | 'planCurrency'
>;

/** Returns what a subscription stores of a version. */
export function priceInForce(version: PlanVersion): PriceInForce {
  const { id, planId, interval, amountCents, currency } = version;
  const price = { planInterval: interval, planAmountCents: amountCents, planCurrency: currency };
  return { planId, planVersionId: id, planVersion: version.version, ...price };
}
