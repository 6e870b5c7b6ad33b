import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Caller } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { ValidationFailedError } from '../../../platform/errors/app-error';
import { SubscriptionPolicies } from '../subscription-policies';
import { SubscriptionTermsReader } from '../subscription-terms';
import { toSubscriptionResponse, type SubscriptionInput } from '../subscription.dto';
import type { SubscriptionEntity } from '../subscription.entity';
import { dateProblems } from '../subscription.rules';
import { newSubscription } from './new-subscription';
import { SubscriptionLifecycle } from './subscription-lifecycle';

/** Creates subscriptions (docs/billing-rules.md#subscriptions). */
@Injectable()
export class SubscriptionCreation {
  constructor(
    private readonly transactions: Transactions,
    private readonly terms: SubscriptionTermsReader,
    private readonly lifecycle: SubscriptionLifecycle,
    private readonly policies: SubscriptionPolicies,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Creates a subscription, which starts at once unless its start lies ahead.
   *
   * @throws ValidationFailedError for wrong dates, customer or plan; ConflictError when the external id is taken.
   */
  create(caller: Caller, input: SubscriptionInput): Promise<SubscriptionEntity> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const now = this.clock.now();
      const { customerId, planId, subscriptionAt = now } = input;
      const problems = dateProblems({ ...input, subscriptionAt }, now);
      if (problems.length > 0) throw new ValidationFailedError(problems);
      const { currency } = await this.terms.requireCustomer(tx, organizationId, customerId);
      const plan = await this.terms.requirePlan(tx, organizationId, planId, [currency]);
      await this.terms.lockCustomer(tx, organizationId, customerId);
      const fields = { ...input, organizationId, version: plan.version, subscriptionAt };
      const subscription = newSubscription(fields, now);
      const request = {
        organizationId,
        subscription: toSubscriptionResponse(subscription),
        planId: null,
        now,
      };
      await this.policies.check(tx, { kind: 'create', ...request });
      await this.lifecycle.create(tx, subscription);
      // Only from now on do guards protect the customer, its currency and the plan.
      const current = await this.terms.requireCustomer(tx, organizationId, customerId);
      await this.terms.requirePlan(tx, organizationId, planId, [current.currency]);
      return subscriptionAt > now ? subscription : this.lifecycle.start(tx, subscription, now, now);
    });
  }
}
