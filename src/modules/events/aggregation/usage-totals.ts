import { Exact, toText } from './decimals';
import type { UsageTotal } from './usage-total';

/**
 * The columns of usage_totals beside its key, with their SQL types. The one list from which the type of a row, the
 * statement that saves totals and the order of its parameters are made.
 */
export const TOTAL_COLUMNS = {
  events_count: 'bigint',
  late_count: 'bigint',
  sum: 'numeric',
  moment: 'numeric',
  max: 'numeric',
  latest: 'numeric',
  latest_at: 'timestamptz',
  latest_sequence: 'bigint',
  distinct_count: 'bigint',
  carried: 'numeric',
  late_sum: 'numeric',
} as const;

type TotalColumn = keyof typeof TOTAL_COLUMNS;
type Nullable = 'max' | 'latest' | 'latest_at' | 'latest_sequence';
type ColumnValue<C extends TotalColumn> =
  ((typeof TOTAL_COLUMNS)[C] extends 'timestamptz' ? Date : string) | (C extends Nullable ? null : never);

/** A row of usage_totals, as the driver returns it and as statements write it. */
export type TotalRow = { period_id: string; billable_metric_id: string } & {
  [C in TotalColumn]: ColumnValue<C>;
};

/** The names of all columns but the organization, in the order of the parameters of SAVE_TOTALS. */
export const TOTAL_FIELDS = [
  'period_id',
  'billable_metric_id',
  ...(Object.keys(TOTAL_COLUMNS) as TotalColumn[]),
] as const;

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

export function totalRowOf(periodId: string, metricId: string, total: UsageTotal): TotalRow {
  const { latest } = total;
  return {
    period_id: periodId,
    billable_metric_id: metricId,
    events_count: String(total.eventsCount),
    late_count: String(total.lateCount),
    sum: toText(total.sum),
    moment: toText(total.moment),
    max: total.max === null ? null : toText(total.max),
    latest: latest === null ? null : toText(latest.value),
    latest_at: latest === null ? null : new Date(latest.at),
    latest_sequence: latest === null ? null : String(latest.sequence),
    distinct_count: String(total.distinctCount),
    carried: toText(total.carried),
    late_sum: toText(total.lateSum),
  };
}
