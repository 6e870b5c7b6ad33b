import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { NotFoundError, ValidationFailedError } from '../../platform/errors/app-error';
import { CustomerBillingTerms, type BillingTerms } from '../customers';
import { PlansService, type PlanVersion } from '../plans';
import type { PlanInForce } from './running-subscription';
import type { SubscriptionEntity } from './subscription.entity';

/** Reads the plans and customers of subscriptions. */
@Injectable()
export class SubscriptionPlans {
  constructor(
    private readonly plans: PlansService,
    private readonly terms: CustomerBillingTerms,
  ) {}

  /** Returns the plan of a subscription, in the version of the subscription. */
  async of(tx: Transaction, subscription: SubscriptionEntity): Promise<PlanInForce> {
    const name = await this.plans.nameOf(tx, subscription.organizationId, subscription.planId);
    return { name, version: await this.versionOf(tx, subscription) };
  }

  /** Like `of`, but without the name: works after the end, when the plan may be deleted. */
  versionOf(tx: Transaction, { organizationId, planVersionId }: SubscriptionEntity): Promise<PlanVersion> {
    return this.plans.getVersion(tx, organizationId, planVersionId);
  }

  /** Returns a plan in its current version. @throws NotFoundError */
  async latest(organizationId: string, planId: string): Promise<PlanInForce> {
    const { name, current } = await this.plans.get(organizationId, planId);
    return { name, version: current };
  }

  /** Returns the current time zone of the customer. */
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
   * @param currencies the currency of the plan must equal each of these, except null.
   * @throws ValidationFailedError naming `plan_id` if the plan does not exist or has another currency.
   */
  async newestFor(
    organizationId: string,
    planId: string,
    currencies: readonly (string | null)[],
  ): Promise<PlanInForce> {
    const plan = await this.latest(organizationId, planId).catch(unknownAsNull);
    if (plan === null) {
      throw ValidationFailedError.of(
        'plan_id',
        'unknown_plan',
        'plan_id does not exist in this organization.',
      );
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
   * Checks that the plan was not deleted before a row referenced it. Call it after inserting that row.
   *
   * @throws ValidationFailedError naming `plan_id`.
   */
  async assertStillThere(organizationId: string, planId: string): Promise<void> {
    await this.newestFor(organizationId, planId, []);
  }
}

function unknownAsNull(error: unknown): null {
  if (error instanceof NotFoundError) return null;
  throw error;
}
