import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newSubscription } from './new-subscription';
import { ValidationFailedError } from '../../platform/errors/app-error';
import { UsageMeter } from '../usage';
import { priceInForce } from './price-in-force';
import { eventOf } from './subscription-event';
import { SubscriptionLifecycle } from './subscription-lifecycle';
import { SubscriptionPlans } from './subscription-plans';
import type { SubscriptionInput } from './subscription-input';
import type { SubscriptionEntity } from './subscription.entity';
import { SubscriptionCreated } from './subscription.events';
import { dateProblems } from './subscription.rules';
import { SubscriptionsRepository } from './subscriptions.repository';
import { Transitions } from './transitions';

/** Creates subscriptions (docs/billing-rules.md). */
@Injectable()
export class SubscriptionCreation {
  constructor(
    private readonly repository: SubscriptionsRepository,
    private readonly plans: SubscriptionPlans,
    private readonly lifecycle: SubscriptionLifecycle,
    private readonly meter: UsageMeter,
    private readonly transitions: Transitions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Creates a subscription, and starts it unless its start is in the future.
   *
   * @throws ValidationFailedError for invalid dates, an unknown customer or plan, or a plan in another
   * currency.
   * @throws ConflictError if the external ID is taken.
   * @throws InvalidStateError if a policy vetoes it (docs/extending.md#subscription-policies).
   */
  async create(
    tx: Transaction,
    organizationId: string,
    input: SubscriptionInput,
  ): Promise<SubscriptionEntity> {
    const now = this.clock.now();
    const { customerId, planId, externalId, subscriptionAt = now } = input;
    const problems = dateProblems({ ...input, subscriptionAt }, now);
    if (problems.length > 0) throw new ValidationFailedError(problems);
    const { currency } = await this.plans.assertCustomer(tx, organizationId, customerId);
    const plan = await this.plans.newestFor(organizationId, planId, [currency]);
    const about = { ...input, ...priceInForce(plan.version), organizationId, subscriptionAt };
    const subscription = newSubscription(about, now);
    await this.transitions.assertAllowed(tx, 'create', subscription);
    await this.repository.insert(tx, subscription);
    await this.plans.assertUnchanged(tx, subscription, plan);
    const metered = {
      subscriptionId: subscription.id,
      externalId,
      customerId,
      startedAt: null,
      endedAt: null,
      endsAt: subscription.endingAt,
    };
    await this.meter.register(tx, organizationId, metered);
    await this.transitions.record(tx, [eventOf(SubscriptionCreated, subscription)]);
    await this.transitions.complete(tx, 'create', subscription, now);
    return subscriptionAt > now ? subscription : this.lifecycle.start(tx, subscription, now);
  }
}
