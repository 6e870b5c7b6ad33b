import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { Money } from '../../../platform/domain/money';
import {
  ChargeModels,
  PlansService,
  percentageCharge,
  percentageOfCount,
  type Charge,
  type ChargeResult,
  type PercentageProperties,
  type PercentageState,
  type PlanVersion,
} from '../../plans';
import type { LocalDay } from '../../../platform/calendar';
import type { DayChanges } from '../aggregation/day-changes';
import { heldUnits, type PeriodWithDays } from '../aggregation/held-units';
import { unitsOf } from '../aggregation/units';
import { emptyTotal, type UsageTotal } from '../aggregation/usage-total';
import type { ChargedUsage, PeriodUsage } from './period-usage';
import type { UsagePeriod } from './usage-period';
import type { BilledPeriod } from './usage-periods.repository';

/** The aggregates of one billing period. */
export interface UsageAggregates {
  /** By metric. */
  totals: ReadonlyMap<string, UsageTotal>;
  /** By charge, for charges that depend on every single event. */
  states: ReadonlyMap<string, PercentageState>;
  /** By metric, for prorated metrics. */
  days: ReadonlyMap<string, DayChanges>;
}

const NO_USAGE: UsageAggregates = { totals: new Map(), states: new Map(), days: new Map() };

/** Prices the usage of billing periods by the plan versions that they are billed by. */
@Injectable()
export class UsagePricing {
  constructor(
    private readonly plans: PlansService,
    private readonly models: ChargeModels,
  ) {}

  /** Returns plan versions by id, with the same few statements for any number of them. */
  versions(
    tx: Transaction,
    organizationId: string,
    ids: readonly string[],
  ): Promise<Map<string, PlanVersion>> {
    return this.plans.getVersions(tx, organizationId, ids);
  }

  /** Prices the usage of a period, each charge rounded once. @throws AmountOutOfRangeError beyond 2^53-1 cents. */
  price(
    { customerId, carriedCharges, endsWithPlan, ...counted }: BilledPeriod,
    planVersion: PlanVersion,
    aggregates: UsageAggregates,
  ): PeriodUsage {
    const { id, subscriptionId, planVersionId, from, to, whole, timezone } = counted;
    const period = { id, subscriptionId, planVersionId, from, to, whole, timezone };
    const billed = planVersion.charges.filter((it) => !carriedCharges.includes(it.id));
    const charges = this.priceCharges({ ...planVersion, charges: billed }, aggregates, {
      ...period,
      endsWithPlan,
    });
    const sum = charges.reduce((cents, it) => cents + it.amountCents, 0n);
    const { cents: amountCents } = Money.ofCents(sum, planVersion.currency);
    return { period, customerId, planVersion, charges, amountCents };
  }

  /** Whether a period may cost something without any usage. True if that cannot be priced: billing reports the error. */
  mayCostUnused(version: PlanVersion, period: UsagePeriod): boolean {
    try {
      const whole = { ...period, endsWithPlan: false };
      return this.priceCharges(version, NO_USAGE, whole).some((it) => it.amountCents > 0n);
    } catch {
      return true;
    }
  }

  private priceCharges(
    { charges, currency }: PlanVersion,
    { totals, states, days }: UsageAggregates,
    period: PeriodWithDays,
  ): ChargedUsage[] {
    return charges.map((charge) => {
      const { metric } = charge;
      const total = totals.get(metric.id) ?? emptyTotal();
      const { units, amount } = charge.prorated
        ? this.models.prorate(
            charge.chargeModel,
            charge.properties,
            heldUnits(metric, total, days.get(metric.id) ?? new Map<LocalDay, never>(), period),
          )
        : this.amountOf(charge, unitsOf(metric, total, period), total, states.get(charge.id));
      const amountCents = Money.ofMajor(amount, currency).cents;
      return { charge, units, eventsCount: total.eventsCount, amount, amountCents };
    });
  }

  private amountOf(
    { chargeModel, metric, properties }: Charge,
    units: string,
    { eventsCount }: UsageTotal,
    state: PercentageState | undefined,
  ): Pick<ChargeResult, 'units' | 'amount'> {
    if (chargeModel === 'percentage') {
      const terms = properties as PercentageProperties;
      if (state !== undefined) return { ...percentageCharge(state, terms, units), units };
      if (metric.aggregationType === 'count') {
        return { ...percentageCharge(percentageOfCount(terms, eventsCount), terms, units), units };
      }
    }
    return { ...this.models.price(chargeModel, properties, { units, eventsCount }), units };
  }
}
