import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { InvalidStateError, NotFoundError } from '../../platform/errors/app-error';
import type { Page, PageQuery } from '../../platform/http/paging';
import { MeteredSubscriptions, UsageRechecks, type SubscriptionTerms } from '../usage';
import { PlansService } from '../plans';
import type { UsageThreshold, UsageThresholdInput } from './usage-threshold.dto';
import { UsageThresholdsRepository, type ThresholdOwner } from './usage-thresholds.repository';

/** Manages the usage thresholds of plans and subscriptions (docs/billing-rules.md). */
@Injectable()
export class UsageThresholdsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: UsageThresholdsRepository,
    private readonly plans: PlansService,
    private readonly subscriptions: MeteredSubscriptions,
    private readonly rechecks: UsageRechecks,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Adds a threshold. Usage that has already reached it crosses it within seconds.
   *
   * @throws NotFoundError if the plan or subscription does not exist.
   * @throws InvalidStateError if the subscription has ended.
   * @throws ConflictError if it already has a threshold of this amount.
   */
  create(organizationId: string, owner: ThresholdOwner, input: UsageThresholdInput): Promise<UsageThreshold> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const { currency, status } = await this.termsOf(tx, organizationId, owner);
      if (status === 'terminated' || status === 'canceled') {
        throw new InvalidStateError(
          `The subscription is ${status}; a usage threshold can be added only to an active or pending subscription.`,
        );
      }
      const now = this.clock.now();
      const dates = { createdAt: now, updatedAt: now, deletedAt: null };
      const belongsTo = { planId: null, subscriptionId: null, ...owner };
      const threshold = { organizationId, id: newId(), ...belongsTo, ...input, ...dates };
      await this.repository.insert(tx, threshold);
      await this.recheck(tx, organizationId, owner);
      return { ...threshold, currency };
    });
  }

  /** @throws NotFoundError if the plan or subscription does not exist */
  list(organizationId: string, owner: ThresholdOwner, query: PageQuery): Promise<Page<UsageThreshold>> {
    return this.transactions.readFor(organizationId, async (tx) => {
      const { currency } = await this.termsOf(tx, organizationId, owner);
      const page = await this.repository.list(tx, organizationId, owner, query);
      return { ...page, items: page.items.map((it) => ({ ...it, currency })) };
    });
  }

  /**
   * Deletes a threshold; recorded crossings remain. After the last one of a subscription, those of its plan apply.
   *
   * @throws NotFoundError
   */
  delete(organizationId: string, id: string): Promise<void> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const threshold = await this.repository.findForUpdate(tx, organizationId, id);
      if (threshold === null) throw new NotFoundError('usage threshold');
      await this.repository.delete(tx, organizationId, id, this.clock.now());
      const { subscriptionId } = threshold;
      if (subscriptionId !== null) await this.recheck(tx, organizationId, { subscriptionId });
    });
  }

  private async recheck(tx: Transaction, organizationId: string, owner: ThresholdOwner): Promise<void> {
    if ('planId' in owner) await this.rechecks.ofPlan(tx, organizationId, owner.planId);
    else await this.rechecks.ofSubscription(tx, organizationId, owner.subscriptionId);
  }

  private async termsOf(
    tx: Transaction,
    organizationId: string,
    owner: ThresholdOwner,
  ): Promise<{ currency: string; status: SubscriptionTerms['status'] | null }> {
    if (!('planId' in owner)) return this.subscriptions.termsOf(tx, organizationId, owner.subscriptionId);
    const { current } = await this.plans.get(organizationId, owner.planId);
    return { currency: current.currency, status: null };
  }
}
