import { Injectable } from '@nestjs/common';
import { conditionAfter, readPage, type Slice } from '../../../platform/database/read-page';
import type { Transaction } from '../../../platform/database/transactions';
import type { Page, PageQuery } from '../../../platform/http/paging';
import { idBoundsOf, type PartitionWindow } from '../../../platform/partitions/partition-windows.rules';
import { walkPartitions } from '../../../platform/partitions/walk-partitions';
import { USAGE_EVENT_COLUMNS, usageEventOf, type UsageEventRow, type UsageEvent } from '../usage-event';

/** Filters of the list of events. */
export interface EventFilters {
  externalCustomerId: string | undefined;
  externalSubscriptionId: string | undefined;
  /** The subscriptions that the external ids mean now; undefined: any. */
  subscriptionIds: string[] | undefined;
  code: string | undefined;
  /** The metrics that have had the code; undefined: any. */
  metricIds: string[] | undefined;
  charged: boolean | undefined;
  from: Date | undefined;
  to: Date | undefined;
}

/** Where events are listed from. */
export interface EventsRead {
  /** Those of the partitions and times in question, oldest first. */
  readonly windows: readonly PartitionWindow[];
  /** Runs the work on one window. */
  readonly run: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;
}

/** Queries of stored usage events. */
@Injectable()
export class EventsRepository {
  async find(tx: Transaction, organizationId: string, id: string): Promise<UsageEvent | null> {
    const text = `SELECT ${USAGE_EVENT_COLUMNS} FROM usage_events WHERE organization_id = $1 AND id = $2`;
    const [row] = await tx.query<UsageEventRow[]>(text, [organizationId, id]);
    return row === undefined ? null : usageEventOf(row);
  }

  /** Ids are in the order of creation, which is the only order on offer. */
  list(
    { windows, run }: EventsRead,
    organizationId: string,
    filters: EventFilters,
    query: PageQuery,
  ): Promise<Page<UsageEvent>> {
    const { externalCustomerId, externalSubscriptionId, code, charged, from, to } = filters;
    const asked = { externalCustomerId, externalSubscriptionId, code, charged, from, to };
    const source = walkPartitions<UsageEvent>(
      {
        identity: ['usage_events', organizationId, asked],
        orderedBy: null,
        rows: (slice, window) => run((tx) => this.rows(tx, organizationId, { filters, window, slice })),
        positionOf: ({ id }) => ({ id, value: null }),
        count: (window) => run((tx) => this.countStored(tx, organizationId, { filters, window })),
      },
      windows,
    );
    const hasTimes = from !== undefined || to !== undefined;
    const count = (): Promise<number> =>
      hasTimes ? source.count() : this.countFromTotals({ windows, run }, organizationId, filters);
    return readPage(query, { ...source, count });
  }

  private async rows(
    tx: Transaction,
    organizationId: string,
    { slice, ...within }: { filters: EventFilters; window: PartitionWindow; slice: Slice },
  ): Promise<UsageEvent[]> {
    const { where, values } = conditionsOf(organizationId, within);
    const { direction, after, skip, take } = slice;
    const { subscriptionIds, metricIds } = within.filters;
    // The indexes of subscriptions and metrics have the slots of ids, which are in the order of the ids.
    const first =
      subscriptionIds === undefined && metricIds === undefined ? 'organization_id' : 'id_slot(id)';
    const rows = await tx.query<UsageEventRow[]>(
      `SELECT ${USAGE_EVENT_COLUMNS} FROM usage_events WHERE ${where} ${furtherThan(slice, after, values)}
        ORDER BY ${first} ${direction}, id ${direction} LIMIT ${take} OFFSET ${skip}`,
      values,
    );
    return rows.map(usageEventOf);
  }

  /** Counts rows; only for a range of time, which bounds the cost, and for the records to skip in a window. */
  private async countStored(
    tx: Transaction,
    organizationId: string,
    within: { filters: EventFilters; window: PartitionWindow; isWaiting?: boolean },
  ): Promise<number> {
    const { where, values } = conditionsOf(organizationId, within);
    const text = `SELECT count(*)::text AS count FROM usage_events WHERE ${where}`;
    const [row] = await tx.query<[{ count: string }]>(text, values);
    return Number(row.count);
  }

  /** Sums the running aggregates and adds the few events outside of any billing period. */
  private async countFromTotals(
    { windows, run }: EventsRead,
    organizationId: string,
    filters: EventFilters,
  ): Promise<number> {
    let count = await run((tx) => this.sumTotals(tx, organizationId, filters));
    for (const window of windows) {
      count += await run((tx) => this.countStored(tx, organizationId, { filters, window, isWaiting: true }));
    }
    return count;
  }

  private async sumTotals(
    tx: Transaction,
    organizationId: string,
    { subscriptionIds, metricIds, charged }: EventFilters,
  ): Promise<number> {
    const [row] = await tx.query<[{ count: string }]>(
      `SELECT coalesce(sum(total.events_count + total.late_count), 0)::text AS count
         FROM usage_totals AS total
         JOIN usage_periods AS period
           ON period.organization_id = total.organization_id AND period.id = total.period_id
        WHERE total.organization_id = $1 AND ($2::uuid[] IS NULL OR period.subscription_id = ANY ($2))
          AND ($3::uuid[] IS NULL OR total.billable_metric_id = ANY ($3))
          AND ($4::boolean IS NULL
               OR $4 = coalesce(total.billable_metric_id = ANY (period.charged_metrics), true))`,
      [organizationId, subscriptionIds ?? null, metricIds ?? null, charged ?? null],
    );
    return Number(row.count);
  }

  /** Returns the metrics that have or had the code, which never changes; deleted ones have events. */
  async findMetricIds(tx: Transaction, organizationId: string, code: string): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      'SELECT id FROM billable_metrics WHERE organization_id = $1 AND code = $2',
      [organizationId, code],
    );
    return rows.map((it) => it.id);
  }

  /** Returns the subscriptions that match the given external ids. */
  async findSubscriptionIds(
    tx: Transaction,
    organizationId: string,
    by: { externalSubscriptionId: string | undefined; externalCustomerId: string | undefined },
  ): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      `SELECT id FROM metered_subscriptions
        WHERE organization_id = $1 AND ($2::text IS NULL OR external_id = $2)
          AND ($3::text IS NULL OR customer_id IN
               (SELECT id FROM customers WHERE organization_id = $1 AND external_id = $3))`,
      [organizationId, by.externalSubscriptionId ?? null, by.externalCustomerId ?? null],
    );
    return rows.map((it) => it.id);
  }
}

function conditionsOf(
  organizationId: string,
  { filters, window, isWaiting }: { filters: EventFilters; window: PartitionWindow; isWaiting?: boolean },
): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const conditions = [`organization_id = ${add(organizationId)}`];
  const { subscriptionIds, metricIds, from, to, charged } = filters;
  if (subscriptionIds !== undefined) conditions.push(oneOf('subscription_id', subscriptionIds, add));
  if (metricIds !== undefined) conditions.push(oneOf('billable_metric_id', metricIds, add));
  if (from !== undefined) conditions.push(`timestamp >= ${add(from)}`);
  if (to !== undefined) conditions.push(`timestamp < ${add(to)}`);
  conditions.push(...idBoundsOf(window, 'id', add));
  // No parameters: the indexes of uncharged and of waiting events are partial.
  if (charged !== undefined) conditions.push(charged ? 'charged' : 'NOT charged');
  if (isWaiting === true) conditions.push('period_id IS NULL');
  return { where: conditions.join(' AND '), values };
}

/** Returns the condition for what comes after a row, also on the slots of ids, by which an index begins there. */
function furtherThan(slice: Slice, after: Slice['after'], values: unknown[]): string {
  if (after === null) return '';
  const add = (value: string): string => `$${values.push(value)}`;
  const isAfter = conditionAfter(slice, after, { id: 'id', value: 'id' }, add);
  return `AND ${isAfter} AND id_slot(id) ${slice.direction === 'DESC' ? '<=' : '>='} id_slot(${add(after.id)}::uuid)`;
}

/** An index is in the order of ids for one value only. */
function oneOf(column: string, ids: readonly string[], add: (value: unknown) => string): string {
  const [id, ...others] = ids;
  return id !== undefined && others.length === 0
    ? `${column} = ${add(id)}`
    : `${column} = ANY (${add(ids)}::uuid[])`;
}
