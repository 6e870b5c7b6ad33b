import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { NotFoundError, ValidationFailedError } from '../../platform/errors/app-error';
import { CustomerBillingTerms, type BillingTerms } from '../customers';
import { PlansService } from '../plans';
import type { PlanInForce } from './lifecycle/running-subscription';
import type { SubscriptionEntity } from './subscription.entity';

/** What a subscription is billed by. */
export interface SubscriptionTerms {
  readonly plan: PlanInForce;
  /** The customer's current time zone. */
  readonly timezone: string;
}

/** Reads the plans and customers of subscriptions. */
@Injectable()
export class SubscriptionTermsReader {
  constructor(
    private readonly plans: PlansService,
    private readonly customers: CustomerBillingTerms,
  ) {}

  /** Returns the terms of subscriptions of one organization by id, with the same few statements for any number of them. */
  async ofAll(
    tx: Transaction,
    organizationId: string,
    subscriptions: readonly SubscriptionEntity[],
  ): Promise<Map<string, SubscriptionTerms>> {
    const ids = (of: (it: SubscriptionEntity) => string): string[] => subscriptions.map(of);
    const names = await this.plans.namesOf(
      tx,
      organizationId,
      ids((it) => it.planId),
    );
    const versions = await this.plans.getVersions(
      tx,
      organizationId,
      ids((it) => it.planVersionId),
    );
    const customers = await this.customers.ofAll(
      tx,
      organizationId,
      ids((it) => it.customerId),
    );
    return new Map(
      subscriptions.map(({ id, planId, planVersionId, customerId }) => {
        const [name, version] = [names.get(planId), versions.get(planVersionId)];
        const timezone = customers.get(customerId)?.timezone;
        if (name === undefined || version === undefined) throw new NotFoundError('plan');
        if (timezone === undefined) throw new NotFoundError('customer');
        return [id, { plan: { name, version }, timezone }];
      }),
    );
  }

  async of(tx: Transaction, subscription: SubscriptionEntity): Promise<SubscriptionTerms> {
    const terms = (await this.ofAll(tx, subscription.organizationId, [subscription])).get(subscription.id);
    if (terms === undefined) throw new NotFoundError('plan');
    return terms;
  }

  /** Returns a plan at its current price. @throws NotFoundError */
  async currentPlan(tx: Transaction, organizationId: string, planId: string): Promise<PlanInForce> {
    const { name, current } = await this.plans.getIn(tx, organizationId, planId);
    return { name, version: current };
  }

  /** @throws ValidationFailedError naming `customer_id` if the customer does not exist. */
  requireCustomer(tx: Transaction, organizationId: string, customerId: string): Promise<BillingTerms> {
    return this.customers.require(tx, organizationId, customerId);
  }

  /** Locks customers, which comes before all other locks (docs/decisions.md#lock-order). */
  lockCustomer(tx: Transaction, organizationId: string, customerId: string): Promise<void> {
    return this.customers.lock(tx, organizationId, [customerId]);
  }

  /** Locks those of the customers that no other transaction has locked, without waiting. Returns their ids. */
  tryLockCustomers(
    tx: Transaction,
    organizationId: string,
    customerIds: readonly string[],
  ): Promise<string[]> {
    return this.customers.tryLock(tx, organizationId, customerIds);
  }

  /**
   * Returns a plan of a request at its current price. Call it again after inserting a reference to the plan: only then
   * do deletion guards protect it.
   *
   * @param currencies that the plan must have; null stands for any.
   * @throws ValidationFailedError naming `plan_id` if the plan does not exist or has another currency.
   */
  async requirePlan(
    tx: Transaction,
    organizationId: string,
    planId: string,
    currencies: readonly (string | null)[] = [],
  ): Promise<PlanInForce> {
    const plan = await this.currentPlan(tx, organizationId, planId).catch(unknownAsNull);
    if (plan === null) {
      const message = 'plan_id does not exist in this organization.';
      throw ValidationFailedError.of('plan_id', 'unknown_plan', message);
    }
    const { currency } = plan.version;
    const other = currencies.find((it) => it !== null && it !== currency);
    if (other !== undefined) {
      const message = `plan_id must be a plan in ${other}, not in ${currency}.`;
      throw ValidationFailedError.of('plan_id', 'currency_mismatch', message);
    }
    return plan;
  }
}

function unknownAsNull(error: unknown): null {
  if (error instanceof NotFoundError) return null;
  throw error;
}
