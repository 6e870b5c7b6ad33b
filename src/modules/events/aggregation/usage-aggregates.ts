import type { StatementRunner } from '../../../platform/database/prepared-statement';
import type { ChargeRun } from './charge-run';
import { changesOf, changesToJson, type ValueHistory } from './day-changes';
import type { EventCharge } from './event-charges';
import { noAggregates, type DistinctValues, type PeriodAggregates } from './period-aggregates';
import type { CountedEvent } from './usage-total';
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
import { TOTAL_FIELDS, totalOf, totalRowOf, type TotalRow } from './usage-totals';

/** The events to count in one billing period. */
export interface PeriodEvents {
  period: { id: string; eventCharges: readonly EventCharge[]; proratedMetrics: readonly string[] };
  events: readonly CountedEvent[];
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

interface DaysRow {
  period_id: string;
  billable_metric_id: string;
  changes: Record<string, string>;
}

/**
 * Loads the aggregates that the events change, by period. The caller holds the subscriptions' locks.
 *
 * @param known totals that the caller has read under these locks: at least those of the events' periods and metrics.
 */
export async function loadAggregates(
  sql: StatementRunner,
  organizationId: string,
  work: readonly PeriodEvents[],
  known?: readonly TotalRow[],
): Promise<Map<string, PeriodAggregates>> {
  const loaded = new Map(work.map(({ period }) => [period.id, noAggregates()]));
  const wanted = new Map(
    work.map(({ period, events }) => [period.id, new Set(events.map((it) => it.metric.id))]),
  );
  const [totals] = await Promise.all([
    known ?? loadTotals(sql, organizationId, wanted),
    loadValues(sql, organizationId, work, loaded),
    loadCharges(sql, organizationId, work, loaded),
    loadDays(sql, organizationId, work, loaded),
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
  work: readonly PeriodEvents[],
  loaded: Map<string, PeriodAggregates>,
): Promise<void> {
  const keys = work.flatMap(({ period, events }) =>
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
  work: readonly PeriodEvents[],
  loaded: Map<string, PeriodAggregates>,
): Promise<void> {
  const keys = work.flatMap(({ period, events }) =>
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
  work: readonly PeriodEvents[],
  loaded: Map<string, PeriodAggregates>,
): Promise<void> {
  const keys = work.flatMap(({ period, events }) =>
    period.proratedMetrics
      .filter((metricId) => events.some((it) => it.metric.id === metricId))
      .map((metricId) => ({ periodId: period.id, metricId })),
  );
  if (keys.length === 0) return;
  const wanted = columns(keys, ['periodId', 'metricId']);
  for (const row of await sql.query<DaysRow>(LOAD_DAYS, [organizationId, ...wanted])) {
    loaded.get(row.period_id)?.days.set(row.billable_metric_id, changesOf(row.changes));
  }
}

/** Saves aggregates, by period. */
export async function saveAggregates(
  sql: StatementRunner,
  organizationId: string,
  byPeriod: ReadonlyMap<string, PeriodAggregates>,
): Promise<void> {
  const totals = [...byPeriod].flatMap(([id, { totals: all }]) =>
    [...all].map((entry) => totalRowOf(id, ...entry)),
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
