import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { AmountOutOfRangeError } from '../../platform/domain/money';
import { logger } from '../../platform/observability/logger';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';
import { Outbox } from '../../platform/outbox/outbox';
import {
  MeteredSubscriptions,
  UsageReader,
  type DirtyPeriod,
  type MeteredSubscription,
  type PeriodUsage,
  type UsageConsumer,
} from '../events';
import { toUsageThresholdResponse, type CrossedUsageThresholdDto } from './usage-threshold.dto';
import type { UsageThresholdCrossingEntity, UsageThresholdEntity } from './usage-threshold.entity';
import { UsageThresholdCrossed } from './usage-threshold.events';
import { newCrossings } from './usage-threshold.rules';
import { UsageThresholdsRepository } from './usage-thresholds.repository';

/** Records which usage thresholds the amount of a billing period has crossed, whenever usage was counted in it. */
@Injectable()
export class ThresholdCrossings implements UsageConsumer {
  constructor(
    private readonly usage: UsageReader,
    private readonly subscriptions: MeteredSubscriptions,
    private readonly repository: UsageThresholdsRepository,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async affectedPeriods(tx: Transaction, periods: readonly DirtyPeriod[]): Promise<string[]> {
    const plans = await this.subscriptions.plansOf(tx, periods);
    const withPlans = periods.map((period, index) => ({ ...period, planId: plans[index] ?? '' }));
    return this.repository.findPeriodsWithThresholds(tx, withPlans);
  }

  async refresh(tx: Transaction, period: DirtyPeriod): Promise<void> {
    const { organizationId, periodId, subscriptionId } = period;
    const thresholds = await this.thresholdsOf(tx, period);
    if (thresholds.length === 0) return;
    const usage = await this.usageOf(tx, period);
    if (usage === null) return;
    const subscription = await this.subscriptions.get(tx, organizationId, subscriptionId);
    const ids = thresholds.map((it) => it.id);
    const crossed = await this.repository.highestCrossed(tx, organizationId, periodId, ids);
    const events: DomainEvent[] = [];
    for (const threshold of thresholds) {
      const multiples = newCrossings(threshold, usage.amountCents, crossed.get(threshold.id) ?? 0n);
      for (const multiple of multiples) {
        const crossing = this.crossingOf(threshold, usage, multiple);
        if (!(await this.repository.insertCrossing(tx, crossing))) continue;
        const object = payloadOf(threshold, crossing, usage, subscription);
        events.push(UsageThresholdCrossed.of({ organizationId, objectId: threshold.id, object }));
      }
    }
    if (events.length > 0) await this.outbox.append(tx, ...events);
  }

  /** The subscription's own thresholds replace those of its plan. */
  private async thresholdsOf(tx: Transaction, period: DirtyPeriod): Promise<UsageThresholdEntity[]> {
    const { organizationId, subscriptionId } = period;
    const own = await this.repository.findByOwner(tx, organizationId, { subscriptionId });
    if (own.length > 0) return own;
    const [planId] = await this.subscriptions.plansOf(tx, [period]);
    return planId === undefined ? [] : this.repository.findByOwner(tx, organizationId, { planId });
  }

  /** Returns null for an amount out of range: retrying cannot help, and the bill of the period reports it. */
  private async usageOf(
    tx: Transaction,
    { organizationId, periodId, subscriptionId }: DirtyPeriod,
  ): Promise<PeriodUsage | null> {
    const usage = await this.usage.usageOf(tx, organizationId, [periodId]);
    try {
      return usage.of(periodId);
    } catch (error) {
      if (!(error instanceof AmountOutOfRangeError)) throw error;
      logger.warn(
        { subscription: subscriptionId },
        'The usage amount exceeds 2^53-1; its usage thresholds are not checked',
      );
      return null;
    }
  }

  private crossingOf(
    threshold: UsageThresholdEntity,
    usage: PeriodUsage,
    multiple: bigint,
  ): UsageThresholdCrossingEntity {
    return {
      organizationId: threshold.organizationId,
      periodId: usage.period.id,
      thresholdId: threshold.id,
      multiple: multiple.toString(),
      subscriptionId: usage.period.subscriptionId,
      usageAmountCents: usage.amountCents,
      crossedAt: this.clock.now(),
    };
  }
}

function payloadOf(
  threshold: UsageThresholdEntity,
  crossing: UsageThresholdCrossingEntity,
  usage: PeriodUsage,
  subscription: MeteredSubscription,
): CrossedUsageThresholdDto {
  const { period, planVersion } = usage;
  const multiple = BigInt(crossing.multiple);
  return {
    ...toUsageThresholdResponse(threshold),
    crossing: {
      subscription_id: subscription.id,
      external_subscription_id: subscription.externalId,
      customer_id: subscription.customerId,
      period: { from: period.from.toISOString(), to: period.to.toISOString() },
      currency: planVersion.currency,
      usage_amount_cents: Number(usage.amountCents),
      multiple: Number(multiple),
      crossed_amount_cents: Number(multiple * threshold.amountCents),
      crossed_at: crossing.crossedAt.toISOString(),
    },
  };
}
