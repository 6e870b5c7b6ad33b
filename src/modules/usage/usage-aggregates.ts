import type { StatementRunner } from '../../platform/database/prepared-statement';
import type { ChargeRun } from './aggregation/charge-run';
import { changesOf, changesToJson, type ValueHistory } from './aggregation/day-changes';
import { Exact, toText } from './aggregation/decimals';
import type { DistinctValues } from './aggregation/distinct-values';
import type { EventCharge } from './aggregation/event-charges';
import { noAggregates, type PeriodAggregates } from './aggregation/period-aggregates';
import type { CountedEvent, UsageTotal } from './aggregation/usage-total';
import {
  LOAD_CHARGES,
  LOAD_DAYS,
  LOAD_TOTALS,
  LOAD_VALUES,
  SAVE_CHARGES,
  SAVE_DAYS,
  SAVE_TOTALS,
  SAVE_VALUES,
} from './usage-aggregates.statements';

/** A billing period with the events that change it. */
export interface Touch {
  period: { id: string; eventCharges: readonly EventCharge[]; proratedMetrics: readonly string[] };
  events: readonly CountedEvent[];
}

/** A row of usage_totals, as the driver returns it. */
export interface TotalRow {
  period_id: string;
  billable_metric_id: string;
  events_count: string;
  late_count: string;
  sum: string;
  moment: string;
  max: string | null;
  latest: string | null;
  latest_at: Date | null;
  latest_sequence: string | null;
  distinct_count: string;
  carried: string;
  late_sum: string;
}

interface ValueRow {
  period_id: string;
  billable_metric_id: string;
  value_key: string;
  active: boolean;
  operation_at: Date;
  operation_sequence: string;
  history: ValueHistory | null;
}

/** A row of usage_day_changes, as the driver returns it. */
export interface DaysRow {
  period_id: string;
  billable_metric_id: string;
  changes: Record<string, string>;
}

/**
 * Loads the aggregates that the events in `touches` change, by period ID. The caller holds the subscriptions' locks.
 *
 * @param known totals that the caller has read under these locks, at least for every period and metric in `touches`;
 * without them, the totals are read.
 */
export async function loadAggregates(
  sql: StatementRunner,
  organizationId: string,
  touches: readonly Touch[],
  known?: readonly TotalRow[],
): Promise<Map<string, PeriodAggregates>> {
  const loaded = new Map(touches.map(({ period }) => [period.id, noAggregates()]));
  const wanted = new Map(
    touches.map(({ period, events }) => [period.id, new Set(events.map((it) => it.metric.id))]),
  );
  const [totals] = await Promise.all([
    known ?? loadTotals(sql, organizationId, wanted),
    loadValues(sql, organizationId, touches, loaded),
    loadCharges(sql, organizationId, touches, loaded),
    loadDays(sql, organizationId, touches, loaded),
  ]);
  for (const row of totals) {
    if (wanted.get(row.period_id)?.has(row.billable_metric_id) !== true) continue;
    loaded.get(row.period_id)?.totals.set(row.billable_metric_id, totalOf(row));
  }
  return loaded;
}

function loadTotals(
  sql: StatementRunner,
  organizationId: string,
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<TotalRow[]> {
  const pairs = [...wanted].flatMap(([periodId, metricIds]) =>
    [...metricIds].map((metricId) => ({ periodId, metricId })),
  );
  return sql.query(LOAD_TOTALS, [organizationId, ...columns(pairs, ['periodId', 'metricId'])]);
}

async function loadValues(
  sql: StatementRunner,
  organizationId: string,
  touches: readonly Touch[],
  loaded: Map<string, PeriodAggregates>,
): Promise<void> {
  const keys = touches.flatMap(({ period, events }) =>
    events.flatMap(({ metric, operation }) =>
      operation === null ? [] : [{ periodId: period.id, metricId: metric.id, key: operation.key }],
    ),
  );
  if (keys.length === 0) return;
  const wanted = columns(keys, ['periodId', 'metricId', 'key']);
  for (const row of await sql.query<ValueRow>(LOAD_VALUES, [organizationId, ...wanted])) {
    const aggregates = loaded.get(row.period_id);
    const values: DistinctValues = aggregates?.values.get(row.billable_metric_id) ?? new Map<string, never>();
    aggregates?.values.set(row.billable_metric_id, values);
    const [at, sequence] = [row.operation_at.getTime(), Number(row.operation_sequence)];
    const history = row.history === null ? {} : { history: row.history };
    values.set(row.value_key, { active: row.active, at, sequence, ...history });
  }
}

async function loadCharges(
  sql: StatementRunner,
  organizationId: string,
  touches: readonly Touch[],
  loaded: Map<string, PeriodAggregates>,
): Promise<void> {
  const keys = touches.flatMap(({ period, events }) =>
    period.eventCharges
      .filter((charge) => events.some((it) => it.metric.id === charge.metricId))
      .map(({ chargeId }) => ({ periodId: period.id, chargeId })),
  );
  if (keys.length === 0) return;
  const rows = await sql.query<{ period_id: string; charge_id: string; state: ChargeRun }>(LOAD_CHARGES, [
    organizationId,
    ...columns(keys, ['periodId', 'chargeId']),
  ]);
  for (const row of rows) loaded.get(row.period_id)?.charges.set(row.charge_id, row.state);
}

async function loadDays(
  sql: StatementRunner,
  organizationId: string,
  touches: readonly Touch[],
  loaded: Map<string, PeriodAggregates>,
): Promise<void> {
  const keys = touches.flatMap(({ period, events }) =>
    period.proratedMetrics
      .filter((metricId) => events.some((it) => it.metric.id === metricId))
      .map((metricId) => ({ periodId: period.id, metricId })),
  );
  if (keys.length === 0) return;
  const rows = await sql.query<DaysRow>(LOAD_DAYS, [
    organizationId,
    ...columns(keys, ['periodId', 'metricId']),
  ]);
  for (const row of rows) loaded.get(row.period_id)?.days.set(row.billable_metric_id, changesOf(row.changes));
}

export async function saveAggregates(
  sql: StatementRunner,
  organizationId: string,
  byPeriod: ReadonlyMap<string, PeriodAggregates>,
): Promise<void> {
  const totals = [...byPeriod].flatMap(([id, { totals: all }]) =>
    [...all].map((entry) => totalRow(id, ...entry)),
  );
  if (totals.length > 0) await sql.send(SAVE_TOTALS, [organizationId, ...columns(totals, TOTAL_FIELDS)]);
  const values = [...byPeriod].flatMap(([periodId, aggregates]) => valueRows(periodId, aggregates));
  if (values.length > 0) await sql.send(SAVE_VALUES, [organizationId, ...columns(values, VALUE_FIELDS)]);
  const charges = [...byPeriod].flatMap(([periodId, { charges: all }]) =>
    [...all].map(([chargeId, state]) => ({ periodId, chargeId, state: JSON.stringify(state) })),
  );
  if (charges.length > 0) {
    await sql.send(SAVE_CHARGES, [organizationId, ...columns(charges, ['periodId', 'chargeId', 'state'])]);
  }
  const days = [...byPeriod].flatMap(([periodId, { days: all }]) =>
    [...all].map(([metricId, it]) => ({ periodId, metricId, changes: JSON.stringify(changesToJson(it)) })),
  );
  if (days.length === 0) return;
  await sql.send(SAVE_DAYS, [organizationId, ...columns(days, ['periodId', 'metricId', 'changes'])]);
}

export function totalOf(row: TotalRow): UsageTotal {
  const { latest, latest_at: at, latest_sequence: sequence } = row;
  return {
    eventsCount: Number(row.events_count),
    lateCount: Number(row.late_count),
    sum: new Exact(row.sum),
    moment: new Exact(row.moment),
    max: row.max === null ? null : new Exact(row.max),
    latest:
      latest === null || at === null
        ? null
        : { value: new Exact(latest), at: at.getTime(), sequence: Number(sequence) },
    distinctCount: Number(row.distinct_count),
    carried: new Exact(row.carried),
    lateSum: new Exact(row.late_sum),
  };
}

/** Columns in the order of SAVE_TOTALS. */
const TOTAL_FIELDS = [
  'period_id',
  'billable_metric_id',
  'events_count',
  'late_count',
  'sum',
  'moment',
  'max',
  'latest',
  'latest_at',
  'latest_sequence',
  'distinct_count',
  'carried',
  'late_sum',
] as const;

type SavedTotal = Record<(typeof TOTAL_FIELDS)[number], string | number | Date | null>;

function totalRow(periodId: string, metricId: string, total: UsageTotal): SavedTotal {
  return {
    period_id: periodId,
    billable_metric_id: metricId,
    events_count: total.eventsCount,
    late_count: total.lateCount,
    sum: toText(total.sum),
    moment: toText(total.moment),
    max: total.max === null ? null : toText(total.max),
    latest: total.latest === null ? null : toText(total.latest.value),
    latest_at: total.latest === null ? null : new Date(total.latest.at),
    latest_sequence: total.latest?.sequence ?? null,
    distinct_count: total.distinctCount,
    carried: toText(total.carried),
    late_sum: toText(total.lateSum),
  };
}

const VALUE_FIELDS = ['periodId', 'metricId', 'key', 'active', 'at', 'sequence', 'history'] as const;

function valueRows(
  periodId: string,
  { values }: PeriodAggregates,
): Record<(typeof VALUE_FIELDS)[number], unknown>[] {
  return [...values].flatMap(([metricId, known]) =>
    [...known].map(([key, { active, at, sequence, history }]) => ({
      periodId,
      metricId,
      key,
      active,
      at: new Date(at),
      sequence,
      history: history === undefined ? null : JSON.stringify(history),
    })),
  );
}

/** Returns one array per column, for unnest. */
function columns<K extends string>(rows: readonly Record<K, unknown>[], names: readonly K[]): unknown[][] {
  return names.map((name) => rows.map((row) => row[name]));
}
