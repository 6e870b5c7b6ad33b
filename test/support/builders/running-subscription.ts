import { onPlan, started } from '../../../src/modules/subscriptions/running-subscription';
import type {
  PlanInForce,
  RunningSubscription,
} from '../../../src/modules/subscriptions/running-subscription';
import type { PlanPeriod } from '../../../src/modules/subscriptions/subscription.bills';
import type { SubscriptionEntity } from '../../../src/modules/subscriptions/subscription.entity';

export const newYork = 'America/New_York';
export const at = (text: string): Date => new Date(text);

/** Returns a version of a plan: USD 30.00 per month in arrears. */
export function aPlanInForce(terms: Partial<PlanInForce['version']> = {}): PlanInForce {
  const id = `version of ${terms.planId ?? 'old'}`;
  const prices = { interval: 'monthly', amountCents: 3000n, currency: 'USD' } as const;
  const rest = { trialPeriodDays: 0, payInAdvance: false, charges: [], version: 1 };
  return { name: terms.planId ?? 'old', version: { id, planId: 'old', ...prices, ...rest, ...terms } };
}

const PENDING = {
  organizationId: 'o',
  id: 's',
  externalId: 'sub_1',
  customerId: 'c',
  planId: 'old',
  planVersionId: 'version of old',
  planVersion: 1,
  planInterval: 'monthly',
  planAmountCents: 3000n,
  planCurrency: 'USD',
  name: null,
  status: 'pending',
  billingTime: 'calendar',
  subscriptionAt: at('2026-06-11T15:00:00Z'),
  anchorDay: null,
  firstDay: null,
  trialEndsAt: null,
  trialEndedAt: null,
  trialBeganAt: null,
  endingAt: null,
  canceledAt: null,
  cancelsAt: null,
  endedAt: null,
  nextPlanId: null,
  nextPlanVersionId: null,
  previousPlanId: null,
  advanceFeeId: null,
} as SubscriptionEntity;

/** Returns a subscription that starts on 11 June 2026, 11:00 in New York. */
export function aRunningSubscription(
  plan: PlanInForce,
  changes: Partial<SubscriptionEntity> = {},
  now?: string,
): RunningSubscription {
  const pending = { ...PENDING, ...changes };
  const when = now === undefined ? pending.subscriptionAt : at(now);
  return started(pending, plan.version, { at: when, timezone: newYork, usagePeriodId: 'first' });
}

/** Returns the subscription after a change to another plan. */
export function onOtherPlan({ subscription }: PlanPeriod, plan: PlanInForce, when: string): PlanPeriod {
  const beginning = { at: at(when), timezone: newYork, usagePeriodId: 'second' };
  return { subscription: onPlan(subscription, plan.version, beginning), plan };
}

export const period = ({ from, to }: { from: Date; to: Date }): string[] => [
  from.toISOString(),
  to.toISOString(),
];
export const [juneStart, july, august] = [
  '2026-06-11T04:00:00.000Z',
  '2026-07-01T04:00:00.000Z',
  '2026-08-01T04:00:00.000Z',
];
export const JULY = at(july);
