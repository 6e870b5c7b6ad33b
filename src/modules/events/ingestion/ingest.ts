import type { StatementRunner } from '../../../platform/database/prepared-statement';
import { newId } from '../../../platform/domain/id';
import type { FieldError } from '../../../platform/errors/app-error';
import { METRICS_BY_CODE, metricOf, type MetricRow } from '../../billable-metrics';
import { CUSTOMERS_BY_EXTERNAL_ID } from '../../customers';
import { countedEventOf, storedEventOf, type EventRow, type StoredEvent } from '../counted-event';
import { countUsage, type UsageToCount } from '../usage-counter';
import { contains, periodOf, type MeteredPeriod, type PeriodRow } from '../usage-period';
import type { EventInput } from './event-input';
import { FIND_BY_TRANSACTION, FIND_PERIODS, INSERT_EVENTS, LOCK_METERS } from './ingestion.statements';
import { judge, type Accepted, type Meter, type References } from './judgement';
import { isSameEvent } from './same-event';

/** What became of an event that a request gave. */
export type Ingested =
  | { status: 'accepted' | 'duplicate' | 'conflict'; event: StoredEvent }
  | { status: 'rejected'; errors: FieldError[] };

interface Candidate extends Accepted {
  input: EventInput;
}

type NewEvent = Omit<StoredEvent, 'sequence'> & Pick<Accepted, 'metric'>;

/**
 * Stores and counts events of one organization, in one transaction that the caller opens and commits
 * (billing-rules.md, Usage events). All look-ups are made in it, whole batches at a time, so nothing that is
 * decided can be stale.
 *
 * @returns one answer per event, in the same order.
 */
export async function ingest(
  sql: StatementRunner,
  organizationId: string,
  inputs: readonly EventInput[],
  now: Date,
): Promise<Ingested[]> {
  const references = await lookUp(sql, organizationId, inputs);
  const judged = inputs.map((input) => judge(input, references, now));
  const candidates = firstOfEach(inputs, judged);
  const periods = await findPeriods(sql, organizationId, candidates);
  const stored = await store(sql, organizationId, newEvents(candidates, periods, now));
  const accepted = new Map(stored.map((event) => [event.transactionId, event]));
  const known = await findKnown(sql, organizationId, inputs, accepted);
  await countUsage(sql, organizationId, usageOf(stored, periods));
  const firsts = new Set(candidates.map((it) => it.input));
  return inputs.map((input, index) => {
    const event = accepted.get(input.transactionId);
    if (event !== undefined && firsts.has(input)) return { status: 'accepted', event };
    return settledBefore(input, event ?? known.get(input.transactionId), judged[index] ?? []);
  });
}

async function lookUp(
  sql: StatementRunner,
  organizationId: string,
  inputs: readonly EventInput[],
): Promise<References> {
  const distinct = (pick: (input: EventInput) => string | null): string[] => [
    ...new Set(inputs.flatMap((it) => pick(it) ?? [])),
  ];
  const subscriptions = distinct((it) => it.externalSubscriptionId);
  const alone = distinct((it) => (it.externalSubscriptionId === null ? it.externalCustomerId : null));
  const found = findCustomers(
    sql,
    organizationId,
    distinct((it) => it.externalCustomerId),
  );
  const [metrics, customers, meters] = await Promise.all([
    sql.query<MetricRow>(METRICS_BY_CODE, [organizationId, distinct((it) => it.code)]),
    found,
    alone.length === 0
      ? lockMeters(sql, organizationId, subscriptions, [])
      : found.then((ids) =>
          lockMeters(
            sql,
            organizationId,
            subscriptions,
            alone.flatMap((it) => ids.get(it) ?? []),
          ),
        ),
  ]);
  return { metrics: new Map(metrics.map((row) => [row.code, metricOf(row)])), customers, meters };
}

/** Ids by external id. */
async function findCustomers(
  sql: StatementRunner,
  organizationId: string,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  if (externalIds.length === 0) return new Map();
  const values = [organizationId, externalIds];
  const rows = await sql.query<{ id: string; external_id: string }>(CUSTOMERS_BY_EXTERNAL_ID, values);
  return new Map(rows.map((it) => [it.external_id, it.id]));
}

async function lockMeters(
  sql: StatementRunner,
  organizationId: string,
  externalIds: readonly string[],
  customerIds: readonly string[],
): Promise<Map<string, Meter>> {
  const rows = await sql.query<MeterRow>(LOCK_METERS, [organizationId, externalIds, customerIds]);
  return new Map(rows.map((row) => [row.external_id, meterOf(row)]));
}

interface MeterRow {
  id: string;
  external_id: string;
  customer_id: string;
  started_at: Date | null;
  ended_at: Date | null;
}

function meterOf(row: MeterRow): Meter {
  const { id, external_id: externalId, customer_id: customerId } = row;
  return { id, externalId, customerId, startedAt: row.started_at, endedAt: row.ended_at };
}

/** Of several good events with one transaction id the first is the one to store. */
function firstOfEach(
  inputs: readonly EventInput[],
  judged: readonly (Accepted | FieldError[])[],
): Candidate[] {
  const first = new Map<string, Candidate>();
  for (const [index, input] of inputs.entries()) {
    const verdict = judged[index];
    if (verdict === undefined || Array.isArray(verdict) || first.has(input.transactionId)) continue;
    first.set(input.transactionId, { ...verdict, input });
  }
  return [...first.values()];
}

/** By subscription, in the order of time: the windows that the events fall into, and all later ones. */
async function findPeriods(
  sql: StatementRunner,
  organizationId: string,
  candidates: readonly Candidate[],
): Promise<Map<string, MeteredPeriod[]>> {
  const lows = new Map<string, Date>();
  for (const { meter, timestamp } of candidates) {
    const low = lows.get(meter.id);
    if (low === undefined || timestamp < low) lows.set(meter.id, timestamp);
  }
  const periods = new Map<string, MeteredPeriod[]>([...lows.keys()].map((id) => [id, []]));
  if (lows.size === 0) return periods;
  const rows = await sql.query<PeriodRow>(FIND_PERIODS, [
    organizationId,
    [...lows.keys()],
    [...lows.values()],
  ]);
  for (const row of rows) periods.get(row.subscription_id)?.push(periodOf(row));
  return periods;
}

function newEvents(
  candidates: readonly Candidate[],
  periods: ReadonlyMap<string, MeteredPeriod[]>,
  now: Date,
): NewEvent[] {
  const ids = candidates.map(() => newId(now)).sort(); // lists show events of one moment in the order of arrival
  return candidates.map(({ input, metric, meter, timestamp }, index) => ({
    id: ids[index] ?? newId(now),
    transactionId: input.transactionId,
    code: input.code,
    billableMetricId: metric.id,
    subscriptionId: meter.id,
    customerId: meter.customerId,
    externalSubscriptionId: input.externalSubscriptionId,
    externalCustomerId: input.externalCustomerId,
    timestamp,
    properties: input.properties,
    ...placeOf(timestamp, periods.get(meter.id) ?? []),
    createdAt: now,
    metric,
  }));
}

/** The window of an instant. Before the first window nothing is billed; after the last one the event waits. */
function placeOf(at: Date, periods: readonly MeteredPeriod[]): Pick<StoredEvent, 'periodId' | 'late'> {
  const period = periods.find((it) => contains(it, at));
  if (period !== undefined) return { periodId: period.id, late: period.state === 'closed' };
  return { periodId: null, late: periods.some((it) => it.from > at) };
}

/** Writes what is not there yet; answers that, with its place in the order of arrival. */
async function store(
  sql: StatementRunner,
  organizationId: string,
  events: readonly NewEvent[],
): Promise<(StoredEvent & Pick<Accepted, 'metric'>)[]> {
  const [first] = events;
  if (first === undefined) return [];
  const rows = await sql.query<{ id: string; sequence: string }>(INSERT_EVENTS, [
    organizationId,
    first.createdAt,
    events.map((it) => it.id),
    events.map((it) => it.transactionId),
    events.map((it) => it.code),
    events.map((it) => it.billableMetricId),
    events.map((it) => it.subscriptionId),
    events.map((it) => it.customerId),
    events.map((it) => it.externalSubscriptionId),
    events.map((it) => it.externalCustomerId),
    events.map((it) => it.timestamp),
    events.map((it) => JSON.stringify(it.properties)),
    events.map((it) => it.periodId),
    events.map((it) => it.late),
  ]);
  const sequences = new Map(rows.map((row) => [row.id, Number(row.sequence)]));
  return events.flatMap((event) => {
    const sequence = sequences.get(event.id);
    return sequence === undefined ? [] : [{ ...event, sequence }];
  });
}

function usageOf(
  stored: readonly (StoredEvent & Pick<Accepted, 'metric'>)[],
  periods: ReadonlyMap<string, MeteredPeriod[]>,
): UsageToCount[] {
  const usage = new Map(
    [...periods].map(([id, own]) => [id, { periods: own, events: [] as UsageToCount['events'][number][] }]),
  );
  for (const event of stored) {
    const counted = { ...countedEventOf(event, event.metric), periodId: event.periodId };
    usage.get(event.subscriptionId)?.events.push(counted);
  }
  return [...usage.values()];
}

/** What was stored before under the transaction ids that were not stored now: also of events now refused. */
async function findKnown(
  sql: StatementRunner,
  organizationId: string,
  inputs: readonly EventInput[],
  accepted: ReadonlyMap<string, StoredEvent>,
): Promise<Map<string, StoredEvent>> {
  const others = new Set(inputs.map((it) => it.transactionId).filter((id) => !accepted.has(id)));
  if (others.size === 0) return new Map();
  const rows = await sql.query<EventRow>(FIND_BY_TRANSACTION, [organizationId, [...others]]);
  return new Map(rows.map((row) => [row.transaction_id, storedEventOf(row)]));
}

/** An event that is known is the same for ever, whatever has become of what it refers to. */
function settledBefore(
  input: EventInput,
  event: StoredEvent | undefined,
  verdict: Accepted | FieldError[],
): Ingested {
  if (event !== undefined) return { status: isSameEvent(input, event) ? 'duplicate' : 'conflict', event };
  return { status: 'rejected', errors: Array.isArray(verdict) ? verdict : [] };
}
