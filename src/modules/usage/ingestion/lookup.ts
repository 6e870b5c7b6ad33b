import { plainArray, textArray } from '../../../platform/database/array-literal';
import type { StatementRunner } from '../../../platform/database/prepared-statement';
import { METRICS_BY_CODE, metricOf, type MetricRow } from '../../billable-metrics';
import { CUSTOMERS_BY_EXTERNAL_ID } from '../../customers';
import { usageEventOf, type EventRow, type UsageEvent } from '../usage-event';
import type { TotalRow } from '../usage-aggregates';
import { periodOf, type MeteredPeriod, type PeriodRow } from '../usage-period';
import type { EventInput } from './event-input';
import {
  FIND_BY_TRANSACTION,
  FIND_PERIODS,
  LOCK_SUBSCRIPTIONS,
  NEXT_SEQUENCES,
} from './ingestion.statements';
import type { SubscriptionReference, References } from './judgement';

/** A billing period with the metrics, among those of the events, that its plan version charges. */
export interface ChargingPeriod extends MeteredPeriod {
  chargedMetrics: readonly string[];
}

/** The data that decides the outcome of events, read under the locks of their subscriptions. */
export interface Lookup {
  references: References;
  /** By subscription, in chronological order: the billing periods that may contain the events, and all later ones. */
  periods: ReadonlyMap<string, ChargingPeriod[]>;
  /** The aggregates of these periods and of the events' metrics. */
  totals: readonly TotalRow[];
  /** Stored events by transaction ID. */
  known: ReadonlyMap<string, UsageEvent>;
  /** The sequence number of the first event; the others follow it, in the order of arrival. */
  firstSequence: number;
}

/**
 * Locks the subscriptions and reads the data. The statements are pipelined on ingestion's own connections, so they take
 * one round trip. Events that name no subscription need a second one.
 */
export async function lookUp(
  sql: StatementRunner,
  organizationId: string,
  inputs: readonly EventInput[],
  now: Date,
): Promise<Lookup> {
  const codes = distinct(inputs, (it) => it.code);
  const transactionIds = distinct(inputs, (it) => it.transactionId);
  const customersFound = findCustomers(sql, organizationId, inputs);
  const lows = earliest(inputs, (it) => it.externalSubscriptionId, now);
  const lowsAlone = earliest(inputs, customerAlone, now);
  const subscriptionsLocked =
    lowsAlone.size === 0
      ? lockSubscriptions(sql, organizationId, [...lows.keys()], [])
      : lockWithCustomers(sql, organizationId, lows, lowsAlone, await customersFound);
  if (lowsAlone.size > 0) await subscriptionsLocked;
  const wanted = [
    organizationId,
    textArray([...lows.keys()]),
    plainArray([...lows.values()].map((it) => it.toISOString())),
  ];
  const [metricRows, customers, subscriptions, periodRows, known, [sequences]] = await Promise.all([
    sql.query<MetricRow>(METRICS_BY_CODE, [organizationId, codes]),
    customersFound,
    subscriptionsLocked,
    sql.query<PeriodTotalRow>(FIND_PERIODS, [...wanted, codes]),
    sql.query<EventRow>(FIND_BY_TRANSACTION, [organizationId, textArray(transactionIds)]),
    sql.query<{ first: string }>(NEXT_SEQUENCES, []),
  ]);
  const metrics = new Map(metricRows.map((row) => [row.code, metricOf(row)]));
  return {
    references: { metrics, customers, subscriptions },
    periods: bySubscription(periodRows),
    totals: periodRows.filter(isTotal),
    known: new Map(known.map((row) => [row.transaction_id, usageEventOf(row)])),
    firstSequence: Number(sequences?.first),
  };
}

function distinct(inputs: readonly EventInput[], pick: (input: EventInput) => string | null): string[] {
  const found = new Set<string>();
  for (const input of inputs) {
    const text = pick(input);
    if (text !== null) found.add(text);
  }
  return [...found];
}

/** Returns the external ID of the customer if the event names no subscription, else null. */
function customerAlone({ externalSubscriptionId, externalCustomerId }: EventInput): string | null {
  return externalSubscriptionId === null ? externalCustomerId : null;
}

/** Returns the earliest timestamp for each key that `pick` returns. */
function earliest(
  inputs: readonly EventInput[],
  pick: (input: EventInput) => string | null,
  now: Date,
): Map<string, Date> {
  const lows = new Map<string, Date>();
  for (const input of inputs) {
    const name = pick(input);
    if (name !== null) lower(lows, name, input.timestamp ?? now);
  }
  return lows;
}

function lower(lows: Map<string, Date>, name: string, at: Date): void {
  const low = lows.get(name);
  if (low === undefined || at < low) lows.set(name, at);
}

/** Returns the IDs of customers by external ID. */
async function findCustomers(
  sql: StatementRunner,
  organizationId: string,
  inputs: readonly EventInput[],
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
  ends_at: Date | null;
}

async function lockSubscriptions(
  sql: StatementRunner,
  organizationId: string,
  externalIds: readonly string[],
  customerIds: readonly string[],
): Promise<Map<string, SubscriptionReference>> {
  const rows = await sql.query<SubscriptionRow>(LOCK_SUBSCRIPTIONS, [
    organizationId,
    externalIds,
    customerIds,
  ]);
  return new Map(rows.map((row) => [row.external_id, subscriptionOf(row)]));
}

/**
 * Locks the subscriptions in `lows`, and those of the customers in `lowsAlone`, whom events name without a
 * subscription. Adds the latter subscriptions to `lows`, which maps each to its earliest event time.
 */
async function lockWithCustomers(
  sql: StatementRunner,
  organizationId: string,
  lows: Map<string, Date>,
  lowsAlone: ReadonlyMap<string, Date>,
  customers: ReadonlyMap<string, string>,
): Promise<Map<string, SubscriptionReference>> {
  const lowOfCustomer = new Map<string, Date>();
  for (const [externalId, low] of lowsAlone) {
    const id = customers.get(externalId);
    if (id !== undefined) lowOfCustomer.set(id, low);
  }
  const subscriptions = await lockSubscriptions(
    sql,
    organizationId,
    [...lows.keys()],
    [...lowOfCustomer.keys()],
  );
  for (const { externalId, customerId } of subscriptions.values()) {
    const low = lowOfCustomer.get(customerId);
    if (low !== undefined) lower(lows, externalId, low);
  }
  return subscriptions;
}

function subscriptionOf(row: SubscriptionRow): SubscriptionReference {
  const { id, external_id: externalId, customer_id: customerId } = row;
  const { started_at: startedAt, ended_at: endedAt, ends_at: endsAt } = row;
  return { id, externalId, customerId, startedAt, endedAt, endsAt };
}

type ChargingPeriodRow = PeriodRow & { charged_metrics: string[] };

type PeriodTotalRow = ChargingPeriodRow & (TotalRow | { period_id: null });

function isTotal(row: PeriodTotalRow): row is ChargingPeriodRow & TotalRow {
  return row.period_id !== null;
}

function bySubscription(rows: readonly PeriodTotalRow[]): Map<string, ChargingPeriod[]> {
  const periods = new Map<string, ChargingPeriod[]>();
  for (const [index, row] of rows.entries()) {
    if (rows[index - 1]?.id === row.id) continue; // another aggregate of the same period
    const period = { ...periodOf(row), chargedMetrics: row.charged_metrics };
    const own = periods.get(row.subscription_id);
    if (own === undefined) periods.set(row.subscription_id, [period]);
    else own.push(period);
  }
  return periods;
}
