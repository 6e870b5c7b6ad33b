import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { priceInForce } from '../lifecycle/price-in-force';
import { SubscriptionLifecycle } from '../lifecycle/subscription-lifecycle';
import { SubscriptionPolicies } from '../subscription-policies';
import { SubscriptionTermsReader } from '../subscription-terms';
import { toSubscriptionResponse } from '../subscription.dto';
import type { SubscriptionEntity } from '../subscription.entity';
import { changeTo, hasNewerVersion, type PlanChange } from './plan-change';

/** Changes the plans of subscriptions (docs/billing-rules.md#plan-changes). */
@Injectable()
export class PlanChanges {
  constructor(
    private readonly terms: SubscriptionTermsReader,
    private readonly lifecycle: SubscriptionLifecycle,
    private readonly policies: SubscriptionPolicies,
  ) {}

  /**
   * Applies an upgrade at once and schedules a downgrade for the end of the billing period. The current plan withdraws a
   * downgrade to another one, else stands for its newest version. A pending subscription takes any plan at once.
   *
   * @throws ValidationFailedError naming `plan_id`.
   */
  async change(
    tx: Transaction,
    subscription: SubscriptionEntity,
    planId: string,
    now: Date,
  ): Promise<SubscriptionEntity> {
    const isCurrent = planId === subscription.planId;
    const { nextPlanId } = subscription;
    if (!isCurrent && planId === nextPlanId) return subscription;
    const withdraws = isCurrent && nextPlanId !== null && nextPlanId !== planId;
    if (isCurrent && !withdraws && !(await hasNewerVersion(tx, this.terms, subscription)))
      return subscription;
    await this.check(tx, subscription, planId, now);
    if (withdraws) return this.lifecycle.save(tx, subscription, { ...subscription, nextPlanId: null }, now);
    const change = await changeTo(tx, this.terms, subscription, planId);
    return this.apply(tx, subscription, change, change.kind === 'upgrade' ? 'now' : 'period_end', now);
  }

  /**
   * Moves an open subscription to the newest version of its plan, at once or at the end of the billing period. Returns
   * false when it is on that version already, or about to leave the plan.
   *
   * @throws ValidationFailedError naming `plan_id` when the version is in another currency.
   */
  async moveToNewestVersion(
    tx: Transaction,
    subscription: SubscriptionEntity,
    when: 'now' | 'period_end',
    now: Date,
  ): Promise<boolean> {
    const { planId, nextPlanId } = subscription;
    if (nextPlanId !== null && nextPlanId !== planId) return false;
    if (!(await hasNewerVersion(tx, this.terms, subscription))) return false;
    await this.check(tx, subscription, planId, now);
    await this.apply(tx, subscription, await changeTo(tx, this.terms, subscription, planId), when, now);
    return true;
  }

  private async check(
    tx: Transaction,
    subscription: SubscriptionEntity,
    planId: string,
    now: Date,
  ): Promise<void> {
    const { organizationId } = subscription;
    const request = { organizationId, subscription: toSubscriptionResponse(subscription), planId, now };
    await this.policies.check(tx, { kind: 'change_plan', ...request });
  }

  private async apply(
    tx: Transaction,
    subscription: SubscriptionEntity,
    { plan }: PlanChange,
    when: 'now' | 'period_end',
    now: Date,
  ): Promise<SubscriptionEntity> {
    const changed = await this.write(tx, subscription, plan, when, now);
    await this.terms.requirePlan(tx, subscription.organizationId, plan.version.planId);
    return changed;
  }

  private write(
    tx: Transaction,
    subscription: SubscriptionEntity,
    plan: PlanChange['plan'],
    when: 'now' | 'period_end',
    now: Date,
  ): Promise<SubscriptionEntity> {
    const { version } = plan;
    if (subscription.status === 'pending') {
      return this.lifecycle.save(tx, subscription, { ...subscription, ...priceInForce(version) }, now);
    }
    if (when === 'now') return this.lifecycle.changePlan(tx, subscription, plan, now);
    if (subscription.nextPlanId === version.planId) return Promise.resolve(subscription);
    return this.lifecycle.save(tx, subscription, { ...subscription, nextPlanId: version.planId }, now);
  }
}
