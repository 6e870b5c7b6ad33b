import { plainArray, textArray } from '../../../platform/database/array-literal';
import type { StatementRunner } from '../../../platform/database/prepared-statement';
import { METRICS_BY_CODE, metricOf, type MetricRow } from '../../billable-metrics';
import { CUSTOMERS_BY_EXTERNAL_ID } from '../../customers';
import type { TotalRow } from '../aggregation/usage-totals';
import type { MeteredSubscription } from '../metering/metered-subscriptions';
import { periodOf, type CountedPeriod, type PeriodRow } from '../metering/usage-period';
import { usageEventOf, type UsageEvent, type UsageEventRow } from '../usage-event';
import type { References } from './event-check';
import {
  FIND_KEYS,
  FIND_PERIODS,
  FIND_STORED,
  LOCK_SUBSCRIPTIONS,
  NEXT_SEQUENCES,
} from './ingestion.statements';
import type { UsageEventInput } from './received-event';

/** Everything that decides what happens to events, read under the locks of their subscriptions. */
export interface Lookup {
  references: References;
  /** By subscription, in order of time: the billing periods that may contain the events, and all later ones. */
  periods: ReadonlyMap<string, CountedPeriod[]>;
  /** The aggregates of these periods and of the events' metrics. */
  totals: readonly TotalRow[];
  /** The stored events, by transaction id. */
  stored: ReadonlyMap<string, UsageEvent>;
  /** The sequence number of the first event; the others follow it, in the order of arrival. */
  firstSequence: number;
}

/**
 * Locks the subscriptions and reads. The statements are sent without waiting for each other, so that on ingestion's own
 * connections they are one round trip; events that name no subscription need a second one.
 */
export async function lookUp(
  sql: StatementRunner,
  organizationId: string,
  inputs: readonly UsageEventInput[],
  now: Date,
): Promise<Lookup> {
  const codes = distinct(inputs, (it) => it.code);
  const transactionIds = distinct(inputs, (it) => it.transactionId);
  const customersFound = findCustomers(sql, organizationId, inputs);
  const earliest = earliestTimes(inputs, (it) => it.externalSubscriptionId, now);
  const earliestOfCustomers = earliestTimes(inputs, customerWithoutSubscription, now);
  const subscriptionsLocked =
    earliestOfCustomers.size === 0
      ? lockSubscriptions(sql, organizationId, [...earliest.keys()], [])
      : lockWithCustomers(sql, organizationId, earliest, earliestOfCustomers, await customersFound);
  if (earliestOfCustomers.size > 0) await subscriptionsLocked;
  const [metrics, customers, subscriptions, periods, keys, [sequences]] = await Promise.all([
    sql.query<MetricRow>(METRICS_BY_CODE, [organizationId, codes]),
    customersFound,
    subscriptionsLocked,
    findPeriods(sql, organizationId, earliest, codes),
    sql.query<KeyRow>(FIND_KEYS, [organizationId, textArray(transactionIds)]),
    sql.query<{ first: string }>(NEXT_SEQUENCES, []),
  ]);
  return {
    references: {
      metrics: new Map(metrics.map((row) => [row.code, metricOf(row)])),
      customers,
      subscriptions,
    },
    periods: bySubscription(periods),
    totals: periods.filter(isTotal),
    stored: await findStored(sql, organizationId, keys),
    firstSequence: Number(sequences?.first),
  };
}

interface KeyRow {
  event_id: string;
}

/** Returns the events with these keys by transaction id: repeats, so that usually there are none. */
async function findStored(
  sql: StatementRunner,
  organizationId: string,
  keys: readonly KeyRow[],
): Promise<Map<string, UsageEvent>> {
  if (keys.length === 0) return new Map();
  const rows = await sql.query<UsageEventRow>(FIND_STORED, [organizationId, keys.map((it) => it.event_id)]);
  return new Map(rows.map((row) => [row.transaction_id, usageEventOf(row)]));
}

/** Returns one row for each period and aggregate; see FIND_PERIODS. @param earliest timestamp, by external id. */
function findPeriods(
  sql: StatementRunner,
  organizationId: string,
  earliest: ReadonlyMap<string, Date>,
  codes: readonly string[],
): Promise<PeriodWithTotalRow[]> {
  const externalIds = textArray([...earliest.keys()]);
  const times = plainArray([...earliest.values()].map((it) => it.toISOString()));
  return sql.query(FIND_PERIODS, [organizationId, externalIds, times, codes]);
}

function distinct(
  inputs: readonly UsageEventInput[],
  pick: (input: UsageEventInput) => string | null,
): string[] {
  const found = new Set<string>();
  for (const input of inputs) {
    const text = pick(input);
    if (text !== null) found.add(text);
  }
  return [...found];
}

function customerWithoutSubscription({
  externalSubscriptionId,
  externalCustomerId,
}: UsageEventInput): string | null {
  return externalSubscriptionId === null ? externalCustomerId : null;
}

/** Returns the earliest timestamp for each name that `pick` returns. */
function earliestTimes(
  inputs: readonly UsageEventInput[],
  pick: (input: UsageEventInput) => string | null,
  now: Date,
): Map<string, Date> {
  const times = new Map<string, Date>();
  for (const input of inputs) {
    const name = pick(input);
    if (name !== null) setEarlier(times, name, input.timestamp ?? now);
  }
  return times;
}

function setEarlier(times: Map<string, Date>, name: string, at: Date): void {
  const known = times.get(name);
  if (known === undefined || at < known) times.set(name, at);
}

/** Returns ids by external id. */
async function findCustomers(
  sql: StatementRunner,
  organizationId: string,
  inputs: readonly UsageEventInput[],
): Promise<Map<string, string>> {
  const externalIds = distinct(inputs, (it) => it.externalCustomerId);
  if (externalIds.length === 0) return new Map();
  const values = [organizationId, externalIds];
  const rows = await sql.query<{ id: string; external_id: string }>(CUSTOMERS_BY_EXTERNAL_ID, values);
  return new Map(rows.map((it) => [it.external_id, it.id]));
}

interface SubscriptionRow {
  id: string;
  external_id: string;
  customer_id: string;
  started_at: Date | null;
  ended_at: Date | null;
}

async function lockSubscriptions(
  sql: StatementRunner,
  organizationId: string,
  externalIds: readonly string[],
  customerIds: readonly string[],
): Promise<Map<string, MeteredSubscription>> {
  const values = [organizationId, externalIds, customerIds];
  const rows = await sql.query<SubscriptionRow>(LOCK_SUBSCRIPTIONS, values);
  return new Map(rows.map((row) => [row.external_id, subscriptionOf(row)]));
}

/** Also locks the subscriptions of customers that events name alone, and adds them to `earliest`. */
async function lockWithCustomers(
  sql: StatementRunner,
  organizationId: string,
  earliest: Map<string, Date>,
  earliestOfCustomers: ReadonlyMap<string, Date>,
  customers: ReadonlyMap<string, string>,
): Promise<Map<string, MeteredSubscription>> {
  const earliestById = new Map<string, Date>();
  for (const [externalId, at] of earliestOfCustomers) {
    const id = customers.get(externalId);
    if (id !== undefined) earliestById.set(id, at);
  }
  const externalIds = [...earliest.keys()];
  const locked = await lockSubscriptions(sql, organizationId, externalIds, [...earliestById.keys()]);
  for (const { externalId, customerId } of locked.values()) {
    const at = earliestById.get(customerId);
    if (at !== undefined) setEarlier(earliest, externalId, at);
  }
  return locked;
}

function subscriptionOf(row: SubscriptionRow): MeteredSubscription {
  const { id, external_id: externalId, customer_id: customerId } = row;
  return { id, externalId, customerId, startedAt: row.started_at, endedAt: row.ended_at };
}

type PeriodWithTotalRow = PeriodRow & (TotalRow | { period_id: null });

function isTotal(row: PeriodWithTotalRow): row is PeriodRow & TotalRow {
  return row.period_id !== null;
}

function bySubscription(rows: readonly PeriodWithTotalRow[]): Map<string, CountedPeriod[]> {
  const periods = new Map<string, CountedPeriod[]>();
  for (const [index, row] of rows.entries()) {
    if (rows[index - 1]?.id === row.id) continue; // another aggregate of the same period
    const own = periods.get(row.subscription_id);
    if (own === undefined) periods.set(row.subscription_id, [periodOf(row)]);
    else own.push(periodOf(row));
  }
  return periods;
}
