import type { PreparedStatement, StatementRunner } from '../../platform/database/prepared-statement';
import { carryEvents, countEvents, countLate, disorderedBy } from './aggregation/period-aggregates';
import { countProratedDays } from './aggregation/prorated-days';
import type { CountedEvent } from './aggregation/usage-total';
import type { CountedUsage } from './usage-event';
import { recountCharge } from './charge-events';
import { loadAggregates, saveAggregates, type TotalRow, type Touch } from './usage-aggregates';
import type { MeteredPeriod } from './usage-period';

const MARK_COUNTED: PreparedStatement = {
  name: 'usage_mark_counted',
  text: `
    UPDATE usage_periods SET followed = false WHERE organization_id = $1 AND id = ANY ($2)`,
};

/** Stored events of one subscription, without those that wait for their billing period. */
export interface UsageToCount {
  /** The periods that contain the events, and all later ones. */
  periods: readonly MeteredPeriod[];
  /** The events to add. All stored events of these periods are counted already, or among them. */
  events: readonly CountedUsage[];
}

interface PeriodTouch extends Touch {
  period: MeteredPeriod;
  own: readonly CountedEvent[];
  /** Events from before the period that change the level with which it starts. */
  earlier: readonly CountedEvent[];
}

/**
 * Counts events into the running aggregates. The caller holds the subscriptions' locks.
 *
 * @param totals the totals of these periods and metrics, if the caller has read them under these locks.
 */
export async function countUsage(
  sql: StatementRunner,
  organizationId: string,
  usage: readonly UsageToCount[],
  totals?: readonly TotalRow[],
): Promise<void> {
  const touches = usage.flatMap(touchesOf);
  if (touches.length === 0) return;
  const byPeriod = await loadAggregates(sql, organizationId, touches, totals);
  for (const { period, own, earlier } of touches) {
    const aggregates = byPeriod.get(period.id);
    if (aggregates === undefined) continue;
    if (period.state === 'open') {
      countProratedDays(aggregates, period, { earlier, own });
      carryEvents(aggregates, earlier);
      const disordered = [
        ...countEvents(aggregates, period.eventCharges, own),
        ...disorderedBy(earlier, aggregates, period.eventCharges),
      ];
      for (const it of disordered) {
        const run = await recountCharge(sql, organizationId, period, it);
        aggregates.charges.set(it.charge.chargeId, run);
      }
    } else {
      countLate(aggregates, own, { own: true });
      countLate(aggregates, earlier, { own: false });
    }
  }
  await saveAggregates(sql, organizationId, byPeriod);
  await markCounted(sql, organizationId, touches);
}

function touchesOf({ periods, events }: UsageToCount): PeriodTouch[] {
  return periods.flatMap((period) => {
    const own = events.filter((it) => it.periodId === period.id);
    const earlier = events.filter((it) => it.timestamp < period.from && carriesInto(it, period, periods));
    if (own.length + earlier.length === 0) return [];
    return [{ period, own, earlier, events: earlier.length === 0 ? own : [...own, ...earlier] }];
  });
}

/**
 * Whether an event from before a period changes the level with which the period starts. For a recurring metric it
 * always does; for a weighted sum, until the billing period ends, through all plan changes within it.
 */
function carriesInto(
  { metric, periodId }: CountedUsage,
  period: MeteredPeriod,
  periods: readonly MeteredPeriod[],
): boolean {
  if (metric.recurring) return true;
  if (metric.aggregationType !== 'weighted_sum') return false;
  const own = periods.find((it) => it.id === periodId);
  if (own === undefined) return false;
  const since = periods.filter((it) => it.from >= own.from && it.from < period.from);
  return since.every((it) => it.endsWithPlan);
}

/** Marks the open periods as having new usage for the listeners. */
async function markCounted(
  sql: StatementRunner,
  organizationId: string,
  touches: readonly PeriodTouch[],
): Promise<void> {
  const unmarked = touches.filter(({ period }) => period.state === 'open' && period.followed);
  if (unmarked.length === 0) return;
  await sql.send(MARK_COUNTED, [organizationId, unmarked.map(({ period }) => period.id)]);
}
