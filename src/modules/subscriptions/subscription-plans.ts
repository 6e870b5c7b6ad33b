import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { NotFoundError, ValidationFailedError } from '../../platform/errors/app-error';
import { CustomerBillingTerms, type BillingTerms } from '../customers';
import { PlansService, type PlanVersion } from '../plans';
import type { PlanInForce } from './running-subscription';
import type { SubscriptionEntity } from './subscription.entity';

/** The plans and the customers of subscriptions. */
@Injectable()
export class SubscriptionPlans {
  constructor(
    private readonly plans: PlansService,
    private readonly terms: CustomerBillingTerms,
  ) {}

  /** The plan that the subscription is billed by, at the price that it has. */
  async of(tx: Transaction, subscription: SubscriptionEntity): Promise<PlanInForce> {
    const name = await this.plans.nameOf(tx, subscription.organizationId, subscription.planId);
    return { name, version: await this.versionOf(tx, subscription) };
  }

  /** The same without the name: also after the end, when the plan may be gone. */
  versionOf(tx: Transaction, { organizationId, planVersionId }: SubscriptionEntity): Promise<PlanVersion> {
    return this.plans.getVersion(tx, organizationId, planVersionId);
  }

  /** A plan at its present price. @throws NotFoundError */
  async latest(organizationId: string, planId: string): Promise<PlanInForce> {
    const { name, current } = await this.plans.get(organizationId, planId);
    return { name, version: current };
  }

  /** The time zone in which the customer's days are counted now. */
  async timezoneOf(tx: Transaction, { organizationId, customerId }: SubscriptionEntity): Promise<string> {
    return (await this.terms.of(tx, organizationId, customerId)).timezone;
  }

  /** @throws ValidationFailedError naming `customer_id` when there is no such customer. */
  assertCustomer(tx: Transaction, organizationId: string, customerId: string): Promise<BillingTerms> {
    return this.terms.require(tx, organizationId, customerId);
  }

  /**
   * The plan at its present price, for a customer to take.
   *
   * @param currencies all that it must be in; null: any.
   * @throws ValidationFailedError naming `plan_id` when there is no such plan or it has another currency.
   */
  async toTake(
    organizationId: string,
    planId: string,
    currencies: readonly (string | null)[],
  ): Promise<PlanInForce> {
    const plan = await this.latest(organizationId, planId).catch(unknownAsNull);
    if (plan === null) {
      throw ValidationFailedError.of('plan_id', 'unknown_plan', 'plan_id is no plan of this organization.');
    }
    const { currency } = plan.version;
    const other = currencies.find((it) => it !== null && it !== currency);
    if (other !== undefined) {
      const message = `plan_id must be a plan in ${other}, not in ${currency}.`;
      throw ValidationFailedError.of('plan_id', 'currency_mismatch', message);
    }
    return plan;
  }

  /**
   * To be called once a row refers to the plan: from then on it cannot be deleted, but it could until then.
   *
   * @throws ValidationFailedError naming `plan_id`.
   */
  async assertStillThere(organizationId: string, planId: string): Promise<void> {
    await this.toTake(organizationId, planId, []);
  }
}

function unknownAsNull(error: unknown): null {
  if (error instanceof NotFoundError) return null;
  throw error;
}
