import { Inject, Injectable } from '@nestjs/common';
import { localDayOf, startOfLocalDay } from '../../../platform/calendar';
import { Transactions, type Caller } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { ValidationFailedError } from '../../../platform/errors/app-error';
import { ruleOf } from '../lifecycle/running-subscription';
import { SubscriptionTermsReader } from '../subscription-terms';
import type { SubscriptionEntity } from '../subscription.entity';
import { scheduledEnd } from '../subscription.rules';
import { SubscriptionsService } from '../subscriptions.service';
import { billedPeriod, currentPeriod, type BilledPeriod } from './subscription-period';
import type { Period } from './period';

/** The period that contains an instant, and the period that a bill made at that instant covers. */
export interface BillingPeriods {
  current: Period;
  billed: BilledPeriod;
}

/** Computes billing periods of a subscription by its current plan (docs/billing-rules.md#billing-periods). */
@Injectable()
export class BillingPeriodsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly subscriptions: SubscriptionsService,
    private readonly terms: SubscriptionTermsReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param asked undefined for now, or for the start of a subscription that has not started.
   * @throws NotFoundError; ValidationFailedError naming `at` if it lies before the first period.
   */
  at(caller: Caller, id: string, asked: Date | undefined): Promise<BillingPeriods> {
    return this.transactions.readFor(caller, async (tx) => {
      const subscription = await this.subscriptions.getIn(tx, caller.organizationId, id);
      const { plan, timezone: current } = await this.terms.of(tx, subscription);
      const timezone = subscription.timezone ?? current;
      if (asked !== undefined) assertStarted(subscription, timezone, asked);
      const at = asked ?? this.clock.now();
      const rule = ruleOf(subscription, plan.version, timezone);
      const { endedAt } = subscription;
      const endsAt = endedAt ?? scheduledEnd(subscription);
      const inForce = { startedAt: planStart(subscription, at), endedAt, endsAt };
      return {
        current: currentPeriod(rule, inForce, at),
        billed: billedPeriod(rule, inForce, plan.version.payInAdvance, at),
      };
    });
  }
}

/** The first period is shown from the start of its first day. */
function assertStarted({ subscriptionAt }: SubscriptionEntity, timezone: string, at: Date): void {
  const first = startOfLocalDay(localDayOf(subscriptionAt, timezone), timezone);
  if (at >= first) return;
  const message = `at must not be before ${first.toISOString()}, the start of the first billing period.`;
  throw ValidationFailedError.of('at', 'out_of_range', message);
}

/** Returns when the plan in force at `at` took over; for an earlier plan than the current one, the first start. */
function planStart({ subscriptionAt, planStartedAt }: SubscriptionEntity, at: Date): Date {
  return planStartedAt !== null && at >= planStartedAt ? planStartedAt : subscriptionAt;
}
