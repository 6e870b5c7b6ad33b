import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { NotFoundError, ValidationFailedError } from '../../platform/errors/app-error';
import { createOrLookUp, unknownRecord } from '../../platform/errors/unknown-record';
import { CustomerBillingTerms, type BillingTerms } from '../customers';
import { PlansService, type PlanVersion } from '../plans';
import { periodContaining } from './periods';
import { ruleOf, type PlanInForce, type RunningSubscription } from './running-subscription';
import type { SubscriptionEntity } from './subscription.entity';
import { periodEndOf } from './subscription.rules';

/** The plans of a subscription, each in the version that the subscription is billed by. */
export interface SubscriptionPlansInForce {
  plan: PlanInForce;
  /** The plan that a scheduled change leads to; null if none is scheduled. */
  next: PlanInForce | null;
  /** The customer's current time zone. */
  timezone: string;
}

/** Reads the plans and customers of subscriptions. */
@Injectable()
export class SubscriptionPlans {
  constructor(
    private readonly plans: PlansService,
    private readonly terms: CustomerBillingTerms,
  ) {}

  /**
   * Returns the plans of subscriptions of one organization by subscription ID, with their customers' current time zones,
   * which the subscriptions adopt with their next periods. The number of statements does not depend on the number of
   * subscriptions.
   */
  async ofAll(
    tx: Transaction,
    organizationId: string,
    subscriptions: readonly SubscriptionEntity[],
  ): Promise<Map<string, SubscriptionPlansInForce>> {
    const versionIds = subscriptions.flatMap((it) => [it.planVersionId, it.nextPlanVersionId ?? []].flat());
    const versions = await this.plans.findVersions(tx, organizationId, versionIds);
    const planIds = subscriptions.flatMap((it) => [it.planId, it.nextPlanId ?? []].flat());
    const names = await this.plans.namesOf(tx, organizationId, planIds);
    const customerIds = subscriptions.map((it) => it.customerId);
    const customers = await this.terms.ofAll(tx, organizationId, customerIds);
    const found = new Map<string, SubscriptionPlansInForce>();
    for (const { id, planId, planVersionId, nextPlanId, nextPlanVersionId, customerId } of subscriptions) {
      const plan = inForce(names.get(planId), versions.get(planVersionId));
      const timezone = customers.get(customerId)?.timezone;
      if (timezone === undefined) throw new NotFoundError('customer');
      const next =
        nextPlanId === null
          ? null
          : nextPlanVersionId === null // a previous release that still runs stores no version
            ? await this.latest(organizationId, nextPlanId)
            : inForce(names.get(nextPlanId), versions.get(nextPlanVersionId));
      found.set(id, { plan, next, timezone });
    }
    return found;
  }

  async termsOf(tx: Transaction, subscription: SubscriptionEntity): Promise<SubscriptionPlansInForce> {
    const terms = (await this.ofAll(tx, subscription.organizationId, [subscription])).get(subscription.id);
    if (terms === undefined) throw new NotFoundError('subscription');
    return terms;
  }

  /** Returns the plan of a subscription, in the version that the subscription is billed by. */
  async of(tx: Transaction, subscription: SubscriptionEntity): Promise<PlanInForce> {
    const name = await this.plans.nameOf(tx, subscription.organizationId, subscription.planId);
    return { name, version: await this.versionOf(tx, subscription) };
  }

  /**
   * Returns the plan that a scheduled change leads to, in the version that was current when the change was
   * requested; null if none is scheduled.
   */
  async nextOf(tx: Transaction, subscription: SubscriptionEntity): Promise<PlanInForce | null> {
    const { organizationId, nextPlanId: planId, nextPlanVersionId: planVersionId } = subscription;
    if (planId === null) return null;
    // A previous release that still runs stores no version.
    if (planVersionId === null) return this.latest(organizationId, planId);
    return this.of(tx, { ...subscription, planId, planVersionId });
  }

  /** Returns only the version, without the name of the plan. Works even if the plan has been deleted. */
  versionOf(tx: Transaction, { organizationId, planVersionId }: SubscriptionEntity): Promise<PlanVersion> {
    return this.plans.getVersion(tx, organizationId, planVersionId);
  }

  /**
   * Returns a plan in its current version.
   *
   * @throws NotFoundError
   */
  async latest(organizationId: string, planId: string): Promise<PlanInForce> {
    const { name, current } = await this.plans.get(organizationId, planId);
    return { name, version: current };
  }

  /** Returns the end of the billing period that contains `now`, even if earlier ones could not be billed yet. */
  async endOfPeriodAt(tx: Transaction, running: RunningSubscription, now: Date): Promise<Date> {
    const end = periodEndOf(running);
    if (end > now) return end;
    const version = await this.versionOf(tx, running);
    return periodContaining(ruleOf(running, version, running.timezone), now).to;
  }

  /** Locks the customer of a subscription: before the subscription, as everywhere (docs/decisions.md#lock-order). */
  lockCustomer(tx: Transaction, { organizationId, customerId }: SubscriptionEntity): Promise<void> {
    return this.terms.lock(tx, organizationId, [customerId]);
  }

  /** Locks the customers that no other transaction has locked, without waiting. Returns their IDs. */
  tryLockCustomers(
    tx: Transaction,
    organizationId: string,
    customerIds: readonly string[],
  ): Promise<string[]> {
    return this.terms.tryLock(tx, organizationId, customerIds);
  }

  /** Returns the customer's current time zone; the subscription adopts it with its next period. */
  async timezoneOf(tx: Transaction, { organizationId, customerId }: SubscriptionEntity): Promise<string> {
    return (await this.terms.of(tx, organizationId, customerId)).timezone;
  }

  /** @throws ValidationFailedError naming `customer_id` if the customer does not exist. */
  assertCustomer(tx: Transaction, organizationId: string, customerId: string): Promise<BillingTerms> {
    return this.terms.require(tx, organizationId, customerId);
  }

  /**
   * Returns a plan in its current version, for a new subscription or a plan change.
   *
   * @param currencies the currency of the plan must equal each of these; null matches any currency
   * @throws ValidationFailedError naming `plan_id` if the plan does not exist or has another currency.
   */
  async newestFor(
    organizationId: string,
    planId: string,
    currencies: readonly (string | null)[],
  ): Promise<PlanInForce> {
    const plan = await this.latest(organizationId, planId).catch(unknownAsNull);
    if (plan === null) {
      throw new ValidationFailedError([
        unknownRecord('plan_id', 'plan', createOrLookUp('plan', '/v1/plans')),
      ]);
    }
    this.assertCurrency(plan, currencies);
    return plan;
  }

  /** @throws ValidationFailedError naming `plan_id` if the currency of the plan differs from one of these. */
  assertCurrency({ version: { currency } }: PlanInForce, currencies: readonly (string | null)[]): void {
    const other = currencies.find((it) => it !== null && it !== currency);
    if (other === undefined) return;
    const message = `plan_id must be a plan in ${other}, not in ${currency}.`;
    throw ValidationFailedError.of('plan_id', 'currency_mismatch', message);
  }

  /**
   * Repeats the checks of a customer and a plan. Call it after inserting the subscription: from then on, the row keeps
   * both from being deleted, and the currency of the customer from being changed.
   *
   * @throws ValidationFailedError naming the field.
   */
  async assertUnchanged(
    tx: Transaction,
    { organizationId, customerId, planId }: SubscriptionEntity,
    plan: PlanInForce,
  ): Promise<void> {
    const { currency } = await this.assertCustomer(tx, organizationId, customerId);
    this.assertCurrency(plan, [currency]);
    await this.assertStillThere(organizationId, planId);
  }

  /**
   * Checks that the plan still exists. Call it after inserting a row that references the plan: from then on,
   * the row prevents deletion.
   *
   * @throws ValidationFailedError naming `plan_id` if the plan has been deleted.
   */
  async assertStillThere(organizationId: string, planId: string): Promise<void> {
    await this.newestFor(organizationId, planId, []);
  }
}

function inForce(name: string | undefined, version: PlanVersion | undefined): PlanInForce {
  if (name === undefined || version === undefined) throw new NotFoundError('plan');
  return { name, version };
}

function unknownAsNull(error: unknown): null {
  if (error instanceof NotFoundError) return null;
  throw error;
}
