import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { Charge, ChargeResult, PlanVersion } from '../plans';
import { heldUnits } from './aggregation/held-units';
import { heldUnitsStep, unitSteps, type UnitStep } from './aggregation/unit-steps';
import { priceUsage } from './charged-usage';
import { UsageReader, type CountedCharge } from './usage-reader';

/** The filters of `GET /v1/events` that select the usage events that a charge counts. */
export interface CountedEvents {
  externalSubscriptionId: string;
  code: string;
  from: Date;
  to: Date;
  count: number;
}

/** How the amount of a charge arises from the usage of a billing period. */
export interface ExplainedUsage {
  charge: Charge;
  planVersion: PlanVersion;
  unitSteps: UnitStep[];
  /** The unrounded amount, with the steps of the charge model. */
  result: ChargeResult;
  events: CountedEvents;
}

/** Explains the amounts of charges. Reads running aggregates, as bills do. */
@Injectable()
export class UsageExplanations {
  constructor(private readonly reader: UsageReader) {}

  /**
   * Returns how the amount of a charge arises; null if the bill of the period has no such charge.
   *
   * @throws ExtensionFailedError if the charge model fails.
   */
  async explain(
    tx: Transaction,
    organizationId: string,
    charge: { periodId: string; chargeId: string },
  ): Promise<ExplainedUsage | null> {
    const counted = await this.reader.countedBy(tx, organizationId, charge);
    return counted === null ? null : explained(counted);
  }
}

function explained(counted: CountedCharge): ExplainedUsage {
  const { charge, planVersion, usage } = counted;
  const { metric } = charge;
  const result = priceUsage(charge, usage);
  const { total, changes, period } = usage;
  const steps = charge.prorated
    ? [heldUnitsStep(metric, heldUnits(metric, total, changes, period), result.units)]
    : unitSteps(metric, total, period);
  return { charge, planVersion, unitSteps: steps, result, events: eventsOf(counted) };
}

/** A request to terminate a subscription also bills the usage at exactly its end. */
function eventsOf({ period, endedAt, externalSubscriptionId, charge, usage }: CountedCharge): CountedEvents {
  const isLast = !period.endsWithPlan && endedAt?.getTime() === period.to.getTime();
  const to = isLast ? new Date(period.to.getTime() + 1) : period.to;
  const { eventsCount: count } = usage.total;
  return { externalSubscriptionId, code: charge.metric.code, from: period.from, to, count };
}
