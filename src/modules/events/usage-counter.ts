import type { PreparedStatement, StatementRunner } from '../../platform/database/prepared-statement';
import { carryEvents, countEvents, countLate } from './aggregation/period-aggregates';
import type { CountedEvent } from './aggregation/usage-total';
import { loadAggregates, saveAggregates, type Touch } from './usage-aggregates';
import type { MeteredPeriod } from './usage-period';

const MARK_COUNTED: PreparedStatement = {
  name: 'usage_mark_counted',
  text: `
    UPDATE usage_periods AS period
       SET latest_event_at = greatest(period.latest_event_at, counted.at), followed = false
      FROM unnest($2::uuid[], $3::timestamptz[]) AS counted (period_id, at)
     WHERE period.organization_id = $1 AND period.id = counted.period_id`,
};

/** Stored events of one subscription, apart from those that wait for their window. */
export interface UsageToCount {
  /** The windows that they fall into, and every later one. */
  periods: readonly MeteredPeriod[];
  /** In the order of their arrival. */
  events: readonly (CountedEvent & { periodId: string | null })[];
}

interface PeriodTouch extends Touch {
  period: MeteredPeriod;
  own: readonly CountedEvent[];
  /** Events of recurring metrics from before the window. */
  earlier: readonly CountedEvent[];
}

/** Counts events into the running aggregates. The caller holds the subscriptions' locks. */
export async function countUsage(
  sql: StatementRunner,
  organizationId: string,
  usage: readonly UsageToCount[],
): Promise<void> {
  const touches = usage.flatMap(touchesOf);
  if (touches.length === 0) return;
  const byPeriod = await loadAggregates(sql, organizationId, touches);
  for (const { period, own, earlier } of touches) {
    const aggregates = byPeriod.get(period.id);
    if (aggregates === undefined) continue;
    if (period.state === 'open') {
      carryEvents(aggregates, earlier);
      countEvents(aggregates, period.eventCharges, own);
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
    const earlier = events.filter((it) => it.metric.recurring && it.timestamp < period.from);
    return own.length + earlier.length === 0 ? [] : [{ period, own, earlier, events: [...own, ...earlier] }];
  });
}

/** Tells the followers of windows that are still billed by their usage. */
async function markCounted(
  sql: StatementRunner,
  organizationId: string,
  touches: readonly PeriodTouch[],
): Promise<void> {
  const open = touches.filter(({ period }) => period.state === 'open');
  if (open.length === 0) return;
  await sql.send(MARK_COUNTED, [
    organizationId,
    open.map(({ period }) => period.id),
    open.map(({ own }) => latestOf(own)),
  ]);
}

function latestOf(events: readonly CountedEvent[]): Date | null {
  if (events.length === 0) return null;
  return new Date(Math.max(...events.map((it) => it.timestamp.getTime())));
}
