import type { Transaction } from '../../../platform/database/transactions';
import type { PlanInForce } from '../lifecycle/running-subscription';
import type { SubscriptionTerms, SubscriptionTermsReader } from '../subscription-terms';
import type { SubscriptionEntity } from '../subscription.entity';
import { kindOfChange } from '../subscription.rules';

/** A subscription's terms and the plan that it changes to. */
export interface PlanChange {
  terms: SubscriptionTerms;
  plan: PlanInForce;
  kind: 'upgrade' | 'downgrade';
}

/** Whether the plan has a newer version than the one that the subscription is billed by. */
export async function hasNewerVersion(
  tx: Transaction,
  reader: SubscriptionTermsReader,
  { organizationId, planId, planVersionId }: SubscriptionEntity,
): Promise<boolean> {
  const { version } = await reader.currentPlan(tx, organizationId, planId);
  return version.id !== planVersionId;
}

/** Returns the change to a plan at its current price. @throws ValidationFailedError naming `plan_id`. */
export async function changeTo(
  tx: Transaction,
  reader: SubscriptionTermsReader,
  subscription: SubscriptionEntity,
  planId: string,
): Promise<PlanChange> {
  const { organizationId, customerId, status } = subscription;
  const terms = await reader.of(tx, subscription);
  const { currency } = await reader.requireCustomer(tx, organizationId, customerId);
  // A pending subscription has no bills in the old plan's currency yet.
  const currencies = status === 'pending' ? [currency] : [currency, terms.plan.version.currency];
  const plan = await reader.requirePlan(tx, organizationId, planId, currencies);
  return { terms, plan, kind: kindOfChange(terms.plan.version, plan.version) };
}
