import { Inject, Injectable } from '@nestjs/common';
import { localDayOf, startOfLocalDay } from '../../platform/calendar';
import { Transactions } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { ValidationFailedError } from '../../platform/errors/app-error';
import { billedPeriod, currentPeriod, type BilledPeriod, type Period, type RunningPeriod } from './periods';
import { asRunning, firstDayOf, ruleOf } from './running-subscription';
import { SubscriptionPlans } from './subscription-plans';
import type { SubscriptionEntity } from './subscription.entity';
import { periodEndOf, scheduledEndOf } from './subscription.rules';
import { SubscriptionsService } from './subscriptions.service';

/** `current` contains the requested time; `billed` is what an invoice created at that time covers. */
export interface BillingPeriods {
  current: Period;
  billed: BilledPeriod;
}

/** Computes the billing periods of a subscription under its current plan (docs/billing-rules.md). */
@Injectable()
export class BillingPeriodsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly subscriptions: SubscriptionsService,
    private readonly plans: SubscriptionPlans,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param asked undefined for now
   * @throws NotFoundError
   * @throws ValidationFailedError naming `at` if it is before the first billing period.
   */
  at(organizationId: string, id: string, asked?: Date): Promise<BillingPeriods> {
    return this.transactions.readFor(organizationId, async (tx) => {
      const subscription = await this.subscriptions.get(organizationId, id);
      const version = await this.plans.versionOf(tx, subscription);
      const timezone = subscription.timezone ?? (await this.plans.timezoneOf(tx, subscription));
      if (asked !== undefined) assertStarted(subscription, timezone, asked);
      const at = asked ?? this.clock.now();
      const rule = ruleOf(subscription, version, timezone);
      const term = {
        startedAt: planStart(subscription, at),
        endedAt: subscription.endedAt,
        endsAt: scheduledEndOf(subscription),
        running: runningPeriod(subscription),
      };
      return {
        current: currentPeriod(rule, term, at),
        billed: billedPeriod(rule, term, version.payInAdvance, at),
      };
    });
  }
}

/** The first period is shown from the start of its first day. */
function assertStarted({ subscriptionAt }: SubscriptionEntity, timezone: string, at: Date): void {
  const first = startOfLocalDay(localDayOf(subscriptionAt, timezone), timezone);
  if (at >= first) return;
  const message =
    `at must not be before the start of the first billing period, ${first.toISOString()}. ` +
    'Set a later time, or omit at for the current billing period.';
  throw ValidationFailedError.of('at', 'out_of_range', message);
}

/** Returns the period that the subscription is in, or was in last; null before the start. */
function runningPeriod(subscription: SubscriptionEntity): RunningPeriod | null {
  if (subscription.startedAt === null) return null;
  const running = asRunning(subscription);
  const { usageFrom, planStartedAt, periodFrom } = running;
  const from = usageFrom > planStartedAt ? usageFrom : periodFrom;
  return { from, to: periodEndOf(running), firstDay: firstDayOf(running) };
}

/** Returns when the current plan took over. If `at` is before that, returns the start of the subscription. */
function planStart({ subscriptionAt, planStartedAt }: SubscriptionEntity, at: Date): Date {
  return planStartedAt !== null && at >= planStartedAt ? planStartedAt : subscriptionAt;
}
