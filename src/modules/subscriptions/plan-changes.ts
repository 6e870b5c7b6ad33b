import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { InvalidStateError, ValidationFailedError } from '../../platform/errors/app-error';
import { InvoiceBilling, type BillPreview } from '../invoices';
import { UsageMeter } from '../usage';
import { endOfPlan } from './end-of-plan';
import type { Period } from './periods';
import type { ChangeTime } from './plan-migrations/plan-migration.entity';
import { priceInForce } from './price-in-force';
import {
  NO_CHANGE,
  asRunning,
  onPlan,
  shownPeriod,
  type PlanInForce,
  type RunningSubscription,
  type ScheduledChange,
} from './running-subscription';
import { SubscriptionBilling } from './subscription-billing';
import { SubscriptionLifecycle } from './subscription-lifecycle';
import { SubscriptionPlans } from './subscription-plans';
import { billsAtEnd, planFee, type PlanPeriod, type PlanPeriodEnd } from './subscription.bills';
import type { SubscriptionEntity } from './subscription.entity';
import { kindOfChange, periodEndOf, scheduledEndOf } from './subscription.rules';

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
  /** Amount, before taxes, of the credit note for the unused part of the prepaid fee. */
  creditAmountCents: bigint;
  currency: string;
  /** Invoices that the change creates, with the usage before it and before credits are applied. */
  invoices: BillPreview[];
}

/** Changes the plans of subscriptions (docs/billing-rules.md#plan-changes). */
@Injectable()
export class PlanChanges {
  constructor(
    private readonly plans: SubscriptionPlans,
    private readonly lifecycle: SubscriptionLifecycle,
    private readonly invoices: InvoiceBilling,
    private readonly billing: SubscriptionBilling,
    private readonly meter: UsageMeter,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Changes the plan to the version that is current now. An upgrade takes effect immediately, a downgrade at the
   * end of the period. A pending subscription changes immediately. Choosing the current plan withdraws a
   * scheduled change to another one, or else moves to a newer version of it, if there is one.
   *
   * @throws ValidationFailedError naming `plan_id` if the plan does not exist or has another currency.
   */
  async change(
    tx: Transaction,
    subscription: SubscriptionEntity,
    planId: string,
  ): Promise<SubscriptionEntity> {
    const { planVersionId, nextPlanVersionId } = subscription;
    if (onlyWithdraws(subscription, planId))
      return this.lifecycle.save(tx, { ...subscription, ...NO_CHANGE });
    const { old, plan } = await this.plansOfChange(tx, subscription, planId);
    if ([planVersionId, nextPlanVersionId].includes(plan.version.id)) return subscription;
    const changed = await this.apply(tx, subscription, old, plan);
    await this.plans.assertStillThere(subscription.organizationId, planId);
    return changed;
  }

  /**
   * Moves an open subscription to a newer version of its plan, immediately or at the end of the period, regardless
   * of the price. A scheduled change to another plan stays scheduled. A no-op if the subscription has this version
   * or a newer one, or leaves the plan at the end of the period anyway.
   *
   * @throws ValidationFailedError naming `plan_id` if the version is in another currency.
   */
  async moveToVersion(
    tx: Transaction,
    subscription: SubscriptionEntity,
    planVersionId: string,
    when: ChangeTime,
  ): Promise<void> {
    const plan = await this.plans.of(tx, { ...subscription, planVersionId });
    const { planId, version } = plan.version;
    if (planId !== subscription.planId || version <= subscription.planVersion) return;
    this.plans.assertCurrency(plan, await this.currenciesOf(tx, subscription));
    const scheduled = await this.plans.nextOf(tx, subscription);
    const isKept =
      scheduled !== null && (scheduled.version.planId !== planId || scheduled.version.version >= version);
    if (when === 'now' || subscription.status === 'pending') {
      const { nextPlanId, nextPlanVersionId } = isKept ? subscription : NO_CHANGE;
      await this.changeNow(tx, subscription, plan, { nextPlanId, nextPlanVersionId });
    } else if (!isKept) await this.schedule(tx, subscription, plan);
  }

  /**
   * Computes the effect of a plan change without making it.
   *
   * @throws InvalidStateError unless the subscription is active, and still is when the change would take effect.
   * @throws ValidationFailedError naming `plan_id` if the plan is the current one without a newer version, or
   * only withdraws a scheduled change, does not exist or has another currency.
   */
  async preview(
    tx: Transaction,
    subscription: SubscriptionEntity,
    planId: string,
  ): Promise<PlanChangePreview> {
    if (subscription.status !== 'active') {
      throw new InvalidStateError(
        'A plan change can be previewed for active subscriptions only; a pending one changes its plan without a bill.',
      );
    }
    if (onlyWithdraws(subscription, planId)) {
      throw isCurrent('choosing it only withdraws the scheduled change of the plan');
    }
    const { old, plan } = await this.plansOfChange(tx, subscription, planId);
    if (plan.version.id === subscription.planVersionId) throw isCurrent('it has no newer version');
    const kind = kindOfChange(old.version, plan.version);
    const at = kind === 'upgrade' ? this.clock.now() : periodEndOf(asRunning(subscription));
    if (kind === 'downgrade') assertOpenAt(subscription, at);
    const running = withTrialAt(asRunning(subscription), at);
    const timezone = await this.plans.timezoneOf(tx, subscription);
    const ended: PlanPeriod = { subscription: running, plan: old };
    const end: PlanPeriodEnd = { at, reason: 'upgraded' };
    const changed = onPlan(running, plan.version, { at, timezone, usagePeriodId: newId() });
    const next: PlanPeriod = { subscription: changed, plan };
    return {
      subscriptionId: subscription.id,
      kind,
      effectiveAt: at,
      currentPlanId: subscription.planId,
      planId,
      period: shownPeriod(changed),
      feeAmountCents: firstFeeCents(next),
      trialEndsAt: changed.trialEndedAt === null ? changed.trialEndsAt : null,
      creditAmountCents: await this.billing.previewUnused(tx, ended, end),
      currency: plan.version.currency,
      invoices: await this.previewBills(tx, ended, end, next),
    };
  }

  /** Computes the invoices with exactly the usage that they would bill: usage from the change on is the next plan's. */
  private previewBills(
    tx: Transaction,
    ended: PlanPeriod,
    end: PlanPeriodEnd,
    next: PlanPeriod,
  ): Promise<BillPreview[]> {
    const { organizationId, usagePeriodId: periodId } = ended.subscription;
    const change = { periodId, ...endOfPlan(ended, end, next) };
    const bills = billsAtEnd(ended, end, next).map((it) => it.bill);
    return this.meter.ifEnded(tx, organizationId, change, (inner) => this.invoices.previewAll(inner, bills));
  }

  private apply(
    tx: Transaction,
    subscription: SubscriptionEntity,
    old: PlanInForce,
    plan: PlanInForce,
  ): Promise<SubscriptionEntity> {
    const isLater =
      subscription.status !== 'pending' && kindOfChange(old.version, plan.version) === 'downgrade';
    return isLater
      ? this.schedule(tx, subscription, plan)
      : this.changeNow(tx, subscription, plan, NO_CHANGE);
  }

  private changeNow(
    tx: Transaction,
    subscription: SubscriptionEntity,
    plan: PlanInForce,
    scheduled: ScheduledChange,
  ): Promise<SubscriptionEntity> {
    if (subscription.status === 'pending') {
      return this.lifecycle.save(tx, { ...subscription, ...priceInForce(plan.version), billingError: null });
    }
    return this.lifecycle.changePlan(tx, asRunning(subscription), plan, this.clock.now(), scheduled);
  }

  private schedule(
    tx: Transaction,
    subscription: SubscriptionEntity,
    { version }: PlanInForce,
  ): Promise<SubscriptionEntity> {
    const scheduled = { nextPlanId: version.planId, nextPlanVersionId: version.id };
    return this.lifecycle.save(tx, { ...subscription, ...scheduled });
  }

  private async plansOfChange(
    tx: Transaction,
    subscription: SubscriptionEntity,
    planId: string,
  ): Promise<{ old: PlanInForce; plan: PlanInForce }> {
    const old = await this.plans.of(tx, subscription);
    const currencies = await this.currenciesOf(tx, subscription);
    return { old, plan: await this.plans.newestFor(subscription.organizationId, planId, currencies) };
  }

  /** Returns the currencies that the new plan must be in; null matches any currency. */
  private async currenciesOf(
    tx: Transaction,
    { organizationId, customerId, status, planCurrency }: SubscriptionEntity,
  ): Promise<(string | null)[]> {
    const { currency } = await this.plans.assertCustomer(tx, organizationId, customerId);
    // A pending subscription has no invoices in the old plan's currency yet.
    return status === 'pending' ? [currency] : [currency, planCurrency];
  }
}

/** Returns whether choosing this plan withdraws a scheduled change to another one, and does nothing else. */
function onlyWithdraws({ planId: current, nextPlanId }: SubscriptionEntity, planId: string): boolean {
  return planId === current && nextPlanId !== null && nextPlanId !== planId;
}

function isCurrent(reason: string): ValidationFailedError {
  const message = `plan_id is the current plan of the subscription; ${reason}.`;
  return ValidationFailedError.of('plan_id', 'invalid_value', message);
}

function assertOpenAt(subscription: SubscriptionEntity, at: Date): void {
  const end = scheduledEndOf(subscription);
  if (end === null || end > at) return;
  const message = `The subscription ends at ${end.toISOString()}, before the change would take effect.`;
  throw new InvalidStateError(`${message} Remove ending_at or withdraw the cancellation first.`);
}

/** Returns the fee of the first period of a new plan. In arrears, it includes a day to which the period is extended. */
function firstFeeCents(next: PlanPeriod): bigint {
  const { periodTo } = next.subscription;
  const at = periodEndOf(next.subscription);
  const isExtended = at > periodTo && !next.plan.version.payInAdvance;
  return planFee(next, isExtended ? { at, reason: 'terminated' } : null)?.amountCents ?? 0n;
}

/** Returns the subscription as it will be at `at`: a trial that ends by then has ended. */
function withTrialAt(running: RunningSubscription, at: Date): RunningSubscription {
  const { trialEndsAt, trialEndedAt } = running;
  const ends = trialEndedAt === null && trialEndsAt !== null && trialEndsAt <= at;
  return ends ? { ...running, trialEndedAt: trialEndsAt } : running;
}
