import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { AmountOutOfRangeError } from '../../platform/domain/money';
import { ExtensionFailedError } from '../../platform/extensions';
import { logger } from '../../platform/observability/logger';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';
import { Outbox } from '../../platform/outbox/outbox';
import {
  MeteredSubscriptions,
  UsageListeners,
  UsageMeter,
  type MeteredSubscription,
  type PeriodUsage,
  type UsageChange,
} from '../usage';
import { toUsageThresholdResponse, type CrossedUsageThresholdDto } from './usage-threshold.dto';
import type { UsageThresholdCrossingEntity, UsageThresholdEntity } from './usage-threshold.entity';
import { UsageThresholdCrossed } from './usage-threshold.events';
import { newCrossings } from './usage-threshold.rules';
import { UsageThresholdsRepository } from './usage-thresholds.repository';

/** Records which usage thresholds a billing period has crossed, whenever its usage or its thresholds change. */
@Injectable()
export class ThresholdWatch implements OnModuleInit {
  constructor(
    private readonly listeners: UsageListeners,
    private readonly meter: UsageMeter,
    private readonly subscriptions: MeteredSubscriptions,
    private readonly repository: UsageThresholdsRepository,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.listeners.register({
      concernedBy: (tx, changes) => this.concernedBy(tx, changes),
      onUsage: (tx, change) => this.check(tx, change),
    });
  }

  private async concernedBy(tx: Transaction, changes: readonly UsageChange[]): Promise<string[]> {
    const plans = await this.subscriptions.plansOf(tx, changes);
    const periods = changes.map((change, index) => ({ ...change, planId: plans[index] ?? '' }));
    return this.repository.findWatched(tx, periods);
  }

  private async check(
    tx: Transaction,
    { organizationId, periodId, subscriptionId }: UsageChange,
  ): Promise<void> {
    const own = await this.repository.findByOwner(tx, organizationId, { subscriptionId });
    const planId = await this.subscriptions.planOf(tx, organizationId, periodId);
    // If the subscription has thresholds of its own, those of the plan do not apply.
    const thresholds =
      own.length > 0 ? own : await this.repository.findByOwner(tx, organizationId, { planId });
    if (thresholds.length === 0) return;
    const usage = await this.meter.usageOf(tx, organizationId, periodId).catch(unpriceableAsNull);
    if (usage === null) {
      logger.warn(
        { subscription: subscriptionId },
        'Skipped the usage thresholds: the usage cannot be priced',
      );
      return;
    }
    const subscription = await this.subscriptions.get(tx, organizationId, subscriptionId);
    const events = await this.cross(tx, organizationId, thresholds, usage, subscription);
    if (events.length > 0) await this.outbox.append(tx, ...events);
  }

  private async cross(
    tx: Transaction,
    organizationId: string,
    thresholds: readonly UsageThresholdEntity[],
    usage: PeriodUsage,
    subscription: MeteredSubscription,
  ): Promise<DomainEvent[]> {
    const ids = thresholds.map((it) => it.id);
    const before = await this.repository.crossedBefore(tx, organizationId, usage.period.id, ids);
    const events: DomainEvent[] = [];
    for (const threshold of thresholds) {
      const multiples = newCrossings(threshold, usage.amountCents, before.get(threshold.id) ?? 0n);
      for (const multiple of multiples) {
        const crossing = this.crossingOf(threshold, usage, multiple);
        if (!(await this.repository.insertCrossing(tx, crossing))) continue;
        const object = payloadOf(threshold, crossing, usage, subscription);
        const { customerId } = subscription;
        events.push(UsageThresholdCrossed.of({ organizationId, objectId: threshold.id, object, customerId }));
      }
    }
    return events;
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

/** Turns an overflow into null: retries would also fail, and billing reports the overflow anyway. */
/** A bill of this usage fails for the same reason, and shows it to the organization. */
function unpriceableAsNull(error: unknown): null {
  if (!(error instanceof AmountOutOfRangeError || error instanceof ExtensionFailedError)) throw error;
  logger.warn({ err: error }, 'Could not price usage');
  return null;
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
    ...toUsageThresholdResponse({ ...threshold, currency: planVersion.currency }),
    crossing: {
      subscription_id: subscription.subscriptionId,
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
