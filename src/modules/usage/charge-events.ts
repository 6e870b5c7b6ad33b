import type { PreparedStatement, StatementRunner } from '../../platform/database/prepared-statement';
import { recount, recountAll, type StoredEvents } from './aggregation/charge-recount';
import type { ChargedEvent, ChargeRun, Place } from './aggregation/charge-run';
import { applyOperation, type DistinctValues } from './aggregation/distinct-values';
import type { DisorderedCharge } from './aggregation/period-aggregates';
import type { CountedEvent, CountedMetric } from './aggregation/usage-total';
import { EVENT_COLUMNS, countedUsageOf, usageEventOf, type CountedUsage, type EventRow } from './usage-event';
import type { MeteredPeriod } from './usage-period';

/** Events read at once, so that a long recount does not block the event loop. */
const CHUNK = 2000;
const CHUNK_BACKWARDS = 200;

const OF_METRIC = `organization_id = $1 AND subscription_id = $2 AND period_id IS NOT DISTINCT FROM $3
       AND billable_metric_id = $4`;

/** `$5` and `$6` the place after which to read, `$7` and `$8` that of the last event. */
const EVENTS_AFTER: PreparedStatement = {
  name: 'usage_recount_after',
  text: `
    SELECT ${EVENT_COLUMNS} FROM usage_events
     WHERE ${OF_METRIC} AND timestamp >= $5 AND (timestamp, sequence) > ($5, $6::bigint)
       AND timestamp <= $7 AND (timestamp, sequence) <= ($7, $8::bigint)
     ORDER BY timestamp, sequence LIMIT ${CHUNK}`,
};

/** `$5` and `$6` the place before which to read, `$7` the start of the period. */
const EVENTS_BEFORE: PreparedStatement = {
  name: 'usage_recount_before',
  text: `
    SELECT ${EVENT_COLUMNS} FROM usage_events
     WHERE ${OF_METRIC} AND timestamp <= $5 AND (timestamp, sequence) < ($5, $6::bigint) AND timestamp >= $7
     ORDER BY timestamp DESC, sequence DESC LIMIT ${CHUNK_BACKWARDS}`,
};

/** Values of a recurring metric at the end of the period before a period (`$4` to `$6`). */
const CARRIED_VALUES: PreparedStatement = {
  name: 'usage_recount_carried',
  text: `
    SELECT value_key, active, operation_at, operation_sequence FROM usage_distinct_values
     WHERE organization_id = $1 AND billable_metric_id = $2 AND value_key = ANY ($3)
       AND period_id = (SELECT id FROM usage_periods
                         WHERE organization_id = $1 AND subscription_id = $4 AND ends_at <= $5 AND id <> $6
                           AND (starts_at < $5 OR id < $6)
                         ORDER BY ends_at DESC, starts_at DESC, id DESC LIMIT 1)`,
};

interface ValueRow {
  value_key: string;
  active: boolean;
  operation_at: Date;
  operation_sequence: string;
}

const BEGINNING: Place = { at: 0, sequence: 0 };

/** Returns the aggregate of a charge with events in their places. The caller holds the lock of the subscription. */
export async function recountCharge(
  sql: StatementRunner,
  organizationId: string,
  period: MeteredPeriod,
  { charge, metric, run, events, earlier }: DisorderedCharge,
): Promise<ChargeRun> {
  const stored = new MetricEvents(sql, organizationId, period, metric);
  const { properties } = charge;
  if (metric.aggregationType !== 'unique_count') return recount({ properties, run, events }, stored);
  // An event may change whether later events of the same value count.
  return recountAll(properties, { after: () => stored.distinctChanges(earlier) }, run);
}

/** Reads the events of one metric in one billing period. */
class MetricEvents implements StoredEvents {
  constructor(
    private readonly sql: StatementRunner,
    private readonly organizationId: string,
    private readonly period: MeteredPeriod,
    private readonly metric: CountedMetric,
  ) {}

  async *after(place: Place | null, upTo: Place | null): AsyncGenerator<ChargedEvent[]> {
    for await (const events of this.read(place ?? BEGINNING, upTo, this.period.id)) yield events.map(charged);
  }

  async *before(place: Place | null): AsyncGenerator<ChargedEvent[]> {
    for (let from: Place = place ?? this.end(); ;) {
      const rows = await this.sql.query<EventRow>(EVENTS_BEFORE, [
        ...this.key(this.period.id),
        ...[new Date(from.at), from.sequence, this.period.from],
      ]);
      const events = rows.map((row) => charged(this.countedOf(row)));
      if (events.length > 0) yield events;
      const last = events.at(-1);
      if (last === undefined || events.length < CHUNK_BACKWARDS) return;
      from = last;
    }
  }

  /** Yields the events of a unique_count; their value is the change in the number of distinct values. */
  async *distinctChanges(earlier: readonly CountedEvent[]): AsyncGenerator<ChargedEvent[]> {
    const values: DistinctValues = new Map();
    await this.loadEarlier(values);
    const known = new Set<string>();
    for await (const events of this.read(BEGINNING, null, this.period.id)) {
      await this.loadCarried(events, values, known);
      for (const event of earlier) applyOperation(values, event);
      yield events.map((event) => ({ ...charged(event), value: String(applyOperation(values, event)) }));
    }
  }

  /** Applies operations from before the first billing period of a subscription that started in the past. */
  private async loadEarlier(values: DistinctValues): Promise<void> {
    if (!this.metric.recurring) return;
    const upTo = { at: this.period.from.getTime() - 1, sequence: Number.MAX_SAFE_INTEGER };
    for await (const events of this.read(BEGINNING, upTo, null)) {
      for (const event of events) applyOperation(values, event);
    }
  }

  /** Adds the values with which the previous billing period ended. */
  private async loadCarried(
    events: readonly CountedUsage[],
    values: DistinctValues,
    known: Set<string>,
  ): Promise<void> {
    const keys = new Set(events.flatMap(({ operation }) => (operation === null ? [] : [operation.key])));
    const unknown = [...keys].filter((key) => !known.has(key));
    if (!this.metric.recurring || unknown.length === 0) return;
    for (const key of unknown) known.add(key);
    const { id, subscriptionId, from } = this.period;
    const parameters = [this.organizationId, this.metric.id, unknown, subscriptionId, from, id];
    for (const row of await this.sql.query<ValueRow>(CARRIED_VALUES, parameters)) {
      const { value_key: key, active, operation_at: at, operation_sequence: sequence } = row;
      values.set(key, { active, at: at.getTime(), sequence: Number(sequence) });
    }
  }

  private async *read(
    after: Place,
    upTo: Place | null,
    periodId: string | null,
  ): AsyncGenerator<CountedUsage[]> {
    const last = upTo ?? this.end();
    for (let from = after; ;) {
      const rows = await this.sql.query<EventRow>(EVENTS_AFTER, [
        ...this.key(periodId),
        ...[new Date(from.at), from.sequence, new Date(last.at), last.sequence],
      ]);
      const events = rows.map((row) => this.countedOf(row));
      if (events.length > 0) yield events;
      const end = events.at(-1);
      if (end === undefined || events.length < CHUNK) return;
      from = charged(end);
    }
  }

  private end(): Place {
    return { at: this.period.to.getTime(), sequence: Number.MAX_SAFE_INTEGER };
  }

  private key(periodId: string | null): unknown[] {
    return [this.organizationId, this.period.subscriptionId, periodId, this.metric.id];
  }

  private countedOf(row: EventRow): CountedUsage {
    return countedUsageOf(usageEventOf(row), this.metric);
  }
}

function charged({ timestamp, sequence, value }: CountedUsage): ChargedEvent {
  return { at: timestamp.getTime(), sequence, value: value ?? '0' };
}
