import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { Money } from '../../platform/domain/money';
import { NotFoundError } from '../../platform/errors/app-error';
import { PlansService, type Charge, type PlanVersion } from '../plans';
import { changesOf } from './aggregation/day-changes';
import { emptyTotal } from './aggregation/usage-total';
import { NO_CHANGES, chargeUsage, type ChargedUsage, type ChargeUsage } from './charged-usage';
import { totalOf } from './usage-aggregates';
import type { MeteredPeriod, UsagePeriod } from './usage-period';
import { UsageTotalsRepository } from './usage-totals.repository';
import { UsageRepository, type PeriodOfSubscription } from './usage.repository';

/** The usage of a billing period, charge by charge. */
export interface PeriodUsage {
  period: UsagePeriod;
  customerId: string;
  planVersion: PlanVersion;
  charges: ChargedUsage[];
  /** The sum of the charges. */
  amountCents: bigint;
}

/** The stored usage of one charge in a billing period. */
export interface CountedCharge extends PeriodOfSubscription {
  planVersion: PlanVersion;
  charge: Charge;
  usage: ChargeUsage;
}

/** Stored aggregates, by period and then by metric or charge. */
interface Aggregates {
  totals: Map<string, Map<string, ChargeUsage['total']>>;
  states: Map<string, Map<string, ChargeUsage['state']>>;
  changes: Map<string, Map<string, ChargeUsage['changes']>>;
}

/** Reads the priced usage of billing periods. */
@Injectable()
export class UsageReader {
  constructor(
    private readonly repository: UsageRepository,
    private readonly totals: UsageTotalsRepository,
    private readonly plans: PlansService,
  ) {}

  /** See UsageMeter.usageOfAll. */
  async usageOf(
    tx: Transaction,
    organizationId: string,
    periodIds: readonly string[],
  ): Promise<Map<string, PeriodUsage>> {
    if (periodIds.length === 0) return new Map();
    const found = await this.repository.findPeriods(tx, organizationId, periodIds);
    if (periodIds.some((it) => !found.has(it))) throw new NotFoundError('usage period');
    const periods = [...found.values()].map((it) => it.period);
    const versionIds = periods.map((it) => it.planVersionId);
    const versions = await this.plans.findVersions(tx, organizationId, versionIds);
    const aggregates = await this.aggregatesOf(tx, organizationId, periods);
    return new Map(
      [...found].map(([id, { period, customerId }]) => {
        const planVersion = versions.get(period.planVersionId);
        if (planVersion === undefined) throw new NotFoundError('plan version');
        const charges = chargesOf(period, planVersion, aggregates);
        const sum = charges.reduce((cents, it) => cents + it.amountCents, 0n);
        const { cents: amountCents } = Money.ofCents(sum, planVersion.currency);
        return [id, { period, customerId, planVersion, charges, amountCents }];
      }),
    );
  }

  /** Returns the stored usage of one charge; null if the bill of the period leaves the charge out. */
  async countedBy(
    tx: Transaction,
    organizationId: string,
    { periodId, chargeId }: { periodId: string; chargeId: string },
  ): Promise<CountedCharge | null> {
    const found = (await this.repository.findPeriods(tx, organizationId, [periodId])).get(periodId);
    if (found === undefined) return null;
    const { period } = found;
    const planVersion = await this.plans.getVersion(tx, organizationId, period.planVersionId);
    const charge = billedCharges(period, planVersion).find((it) => it.id === chargeId);
    if (charge === undefined) return null;
    const aggregates = await this.aggregatesOf(tx, organizationId, [period]);
    return { ...found, planVersion, charge, usage: usageUnder(charge, period, aggregates) };
  }

  private async aggregatesOf(
    tx: Transaction,
    organizationId: string,
    periods: readonly MeteredPeriod[],
  ): Promise<Aggregates> {
    const ids = periods.map((it) => it.id);
    const withStates = periods.filter((it) => it.eventCharges.length > 0).map((it) => it.id);
    const withDays = periods.filter((it) => it.proratedMetrics.length > 0).map((it) => it.id);
    const totals = await this.totals.findTotals(tx, organizationId, ids);
    const states = await this.totals.findChargeStates(tx, organizationId, withStates);
    const changes = await this.totals.findDayChanges(tx, organizationId, withDays);
    return {
      totals: byPeriod(totals, (row) => [row.billable_metric_id, totalOf(row)]),
      states: byPeriod(states, (row) => [row.charge_id, row.state]),
      changes: byPeriod(changes, (row) => [row.billable_metric_id, changesOf(row.changes)]),
    };
  }
}

function chargesOf(period: MeteredPeriod, version: PlanVersion, aggregates: Aggregates): ChargedUsage[] {
  return billedCharges(period, version).map((charge) =>
    chargeUsage(charge, usageUnder(charge, period, aggregates), version.currency),
  );
}

function billedCharges(period: MeteredPeriod, version: PlanVersion): Charge[] {
  return version.charges.filter((it) => !period.carriedCharges.includes(it.id));
}

function usageUnder(charge: Charge, period: MeteredPeriod, aggregates: Aggregates): ChargeUsage {
  const total = aggregates.totals.get(period.id)?.get(charge.metric.id) ?? emptyTotal();
  const state = aggregates.states.get(period.id)?.get(charge.id);
  const changes = aggregates.changes.get(period.id)?.get(charge.metric.id) ?? NO_CHANGES;
  return { total, state, changes, period };
}

function byPeriod<Row extends { period_id: string }, Value>(
  rows: readonly Row[],
  entryOf: (row: Row) => [key: string, value: Value],
): Map<string, Map<string, Value>> {
  const periods = new Map<string, Map<string, Value>>();
  for (const row of rows) {
    const own = periods.get(row.period_id) ?? new Map<string, Value>();
    periods.set(row.period_id, own.set(...entryOf(row)));
  }
  return periods;
}
