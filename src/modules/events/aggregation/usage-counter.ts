import type { PreparedStatement, StatementRunner } from '../../../platform/database/prepared-statement';
import { ChargeRecount, type ChargeToRecount } from './charge-recount';
import {
  carryEvents,
  chargesOfEarlier,
  countEvents,
  countLate,
  type PeriodAggregates,
} from './period-aggregates';
import { countProratedDays } from './prorated-days';
import type { CountedEvent } from './usage-total';
import type { CountedUsageEvent } from '../usage-event';
import { loadAggregates, saveAggregates, type PeriodEvents } from './usage-aggregates';
import type { TotalRow } from './usage-totals';
import type { CountedPeriod } from '../metering/usage-period';

const MARK_DIRTY: PreparedStatement = {
  name: 'usage_mark_dirty',
  text: `
    UPDATE usage_periods SET followed = false WHERE organization_id = $1 AND id = ANY ($2)`,
};

/** Stored events of one subscription, without those that wait for their billing period. */
export interface UsageToCount {
  /** The periods that contain the events, and all later ones. */
  periods: readonly CountedPeriod[];
  /** In the order of arrival. */
  events: readonly CountedUsageEvent[];
}

interface PeriodWork extends PeriodEvents {
  period: CountedPeriod;
  own: readonly CountedEvent[];
  /** Events from before the period that change the level with which it starts. */
  earlier: readonly CountedEvent[];
}

/**
 * Counts events into the running aggregates. The caller holds the subscriptions' locks.
 *
 * @param totals of these periods and metrics, if the caller has read them under these locks.
 */
export async function countUsage(
  sql: StatementRunner,
  organizationId: string,
  usage: readonly UsageToCount[],
  totals?: readonly TotalRow[],
): Promise<void> {
  const work = usage.flatMap(workOf);
  if (work.length === 0) return;
  const byPeriod = await loadAggregates(sql, organizationId, work, totals);
  for (const { period, own, earlier } of work) {
    const aggregates = byPeriod.get(period.id);
    if (aggregates === undefined) continue;
    if (period.state === 'open') {
      countProratedDays(aggregates, period, { earlier, own });
      carryEvents(aggregates, earlier);
      const { eventCharges } = period;
      const late = [
        ...countEvents(aggregates, eventCharges, own),
        ...chargesOfEarlier(aggregates, eventCharges, earlier),
      ];
      await recountCharges(sql, organizationId, { period, aggregates, late });
    } else {
      countLate(aggregates, own, { own: true });
      countLate(aggregates, earlier, { own: false });
    }
  }
  await saveAggregates(sql, organizationId, byPeriod);
  await markDirty(sql, organizationId, work);
}

/** Sets the states of charges whose events did not come in the order in which they count. */
async function recountCharges(
  sql: StatementRunner,
  organizationId: string,
  {
    period,
    aggregates,
    late,
  }: { period: CountedPeriod; aggregates: PeriodAggregates; late: ChargeToRecount[] },
): Promise<void> {
  for (const it of late) {
    const run = await new ChargeRecount(sql, organizationId, period, it).run();
    aggregates.charges.set(it.charge.chargeId, run);
  }
}

function workOf({ periods, events }: UsageToCount): PeriodWork[] {
  return periods.flatMap((period) => {
    const own = events.filter((it) => it.periodId === period.id);
    const earlier = events.filter((it) => it.timestamp < period.from && reaches(it, period, periods));
    if (own.length + earlier.length === 0) return [];
    return [{ period, own, earlier, events: earlier.length === 0 ? own : [...own, ...earlier] }];
  });
}

/**
 * Whether an event from before a period changes the level with which it starts: of a recurring metric always, of a weighted
 * sum until the billing period ends, through all changes of its plan (docs/billing-rules.md#weighted-sum).
 */
function reaches(
  { metric, periodId }: CountedUsageEvent,
  period: CountedPeriod,
  periods: readonly CountedPeriod[],
): boolean {
  if (metric.recurring) return true;
  if (metric.aggregationType !== 'weighted_sum') return false;
  const own = periods.find((it) => it.id === periodId);
  if (own === undefined) return false;
  const since = periods.filter((it) => it.from >= own.from && it.from < period.from);
  return since.every((it) => it.endsWithPlan);
}

/** Marks open periods dirty, for the usage consumers. */
async function markDirty(
  sql: StatementRunner,
  organizationId: string,
  work: readonly PeriodWork[],
): Promise<void> {
  const clean = work.filter(({ period }) => period.state === 'open' && !period.isDirty);
  if (clean.length === 0) return;
  await sql.send(MARK_DIRTY, [organizationId, clean.map(({ period }) => period.id)]);
}
