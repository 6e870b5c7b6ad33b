import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { InvalidStateError, ValidationFailedError } from '../../platform/errors/app-error';
import { InvoiceBilling, type BillPreview } from '../invoices';
import type { Period } from './periods';
import { asRunning, onPlan, shownPeriod, type PlanInForce } from './running-subscription';
import { SubscriptionLifecycle } from './subscription-lifecycle';
import { SubscriptionPlans } from './subscription-plans';
import {
  billsAtEnd,
  planFee,
  unusedFeeCents,
  type PlanPeriod,
  type PlanPeriodEnd,
} from './subscription.bills';
import type { SubscriptionEntity } from './subscription.entity';
import { kindOfChange, periodEndOf } from './subscription.rules';

export interface PlanChangePreview {
  subscriptionId: string;
  kind: 'upgrade' | 'downgrade';
  /** Now for an upgrade, the end of the billing period for a downgrade. */
  effectiveAt: Date;
  currentPlanId: string;
  planId: string;
  /** First period of the new plan. `feeAmountCents` is its fee, even if it is billed later; 0 in a trial. */
  period: Period;
  feeAmountCents: bigint;
  trialEndsAt: Date | null;
  /** Credit for the unused part of the prepaid fee, before taxes. */
  creditAmountCents: bigint;
  currency: string;
  /** Invoices that the change creates, including usage so far, before credits are applied. */
  invoices: BillPreview[];
}

/** Changes the plans of subscriptions (docs/billing-rules.md). */
@Injectable()
export class PlanChanges {
  constructor(
    private readonly plans: SubscriptionPlans,
    private readonly lifecycle: SubscriptionLifecycle,
    private readonly invoices: InvoiceBilling,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Changes the plan. An upgrade takes effect immediately, a downgrade at the end of the period, in the version
   * that is current now. Choosing the current plan withdraws a scheduled downgrade. A pending subscription
   * changes immediately.
   *
   * @throws ValidationFailedError naming `plan_id` if the plan does not exist or has another currency.
   */
  async change(
    tx: Transaction,
    subscription: SubscriptionEntity,
    planId: string,
  ): Promise<SubscriptionEntity> {
    if (planId === subscription.planId) {
      if (subscription.nextPlanId === null) return subscription;
      return this.lifecycle.save(tx, { ...subscription, nextPlanId: null, nextPlanVersionId: null });
    }
    const { old, plan } = await this.plansOfChange(tx, subscription, planId);
    if (plan.version.id === subscription.nextPlanVersionId) return subscription;
    const changed = await this.apply(tx, subscription, old, plan);
    await this.plans.assertStillThere(subscription.organizationId, planId);
    return changed;
  }

  /**
   * Computes the effect of a plan change without making it.
   *
   * @throws InvalidStateError unless the subscription is active.
   * @throws ValidationFailedError naming `plan_id` if the plan is the current one, does not exist or has
   * another currency.
   */
  async preview(
    tx: Transaction,
    subscription: SubscriptionEntity,
    planId: string,
  ): Promise<PlanChangePreview> {
    if (subscription.status !== 'active') {
      throw new InvalidStateError('A plan change can be previewed for active subscriptions only.');
    }
    const { old, plan } = await this.plansOfChange(tx, subscription, planId);
    const running = asRunning(subscription);
    const kind = kindOfChange(old.version, plan.version);
    const at = kind === 'upgrade' ? this.clock.now() : periodEndOf(running);
    const timezone = await this.plans.timezoneOf(tx, subscription);
    const ended: PlanPeriod = { subscription: running, plan: old };
    const end: PlanPeriodEnd = { at, reason: 'upgraded' };
    const changed = onPlan(running, plan.version, { at, timezone, usagePeriodId: newId() });
    const next: PlanPeriod = { subscription: changed, plan };
    const invoices: BillPreview[] = [];
    for (const { bill } of billsAtEnd(ended, end, next)) {
      const invoice = await this.invoices.preview(tx, bill);
      if (invoice !== null) invoices.push(invoice);
    }
    return {
      subscriptionId: subscription.id,
      kind,
      effectiveAt: at,
      currentPlanId: subscription.planId,
      planId,
      period: shownPeriod(changed),
      feeAmountCents: planFee(next, null)?.amountCents ?? 0n,
      trialEndsAt: changed.trialEndedAt === null ? changed.trialEndsAt : null,
      creditAmountCents: unusedFeeCents(ended, end),
      currency: plan.version.currency,
      invoices,
    };
  }

  private async apply(
    tx: Transaction,
    subscription: SubscriptionEntity,
    old: PlanInForce,
    { name, version }: PlanInForce,
  ): Promise<SubscriptionEntity> {
    const { id: planVersionId, planId } = version;
    if (subscription.status === 'pending') {
      return this.lifecycle.save(tx, { ...subscription, planId, planVersionId });
    }
    if (kindOfChange(old.version, version) === 'downgrade') {
      const scheduled = { nextPlanId: planId, nextPlanVersionId: planVersionId };
      return this.lifecycle.save(tx, { ...subscription, ...scheduled });
    }
    return this.lifecycle.changePlan(tx, asRunning(subscription), { name, version }, this.clock.now());
  }

  private async plansOfChange(
    tx: Transaction,
    subscription: SubscriptionEntity,
    planId: string,
  ): Promise<{ old: PlanInForce; plan: PlanInForce }> {
    if (planId === subscription.planId) {
      const message = 'plan_id must differ from the current plan of the subscription.';
      throw ValidationFailedError.of('plan_id', 'invalid_value', message);
    }
    const { organizationId, customerId, status } = subscription;
    const old = await this.plans.of(tx, subscription);
    const { currency } = await this.plans.assertCustomer(tx, organizationId, customerId);
    // A pending subscription has no invoices in the old plan's currency yet.
    const currencies = status === 'pending' ? [currency] : [currency, old.version.currency];
    return { old, plan: await this.plans.newestFor(organizationId, planId, currencies) };
  }
}
