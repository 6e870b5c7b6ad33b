import type { StatementRunner } from '../../../platform/database/prepared-statement';
import { plainArray, textArray } from '../../../platform/database/array-literal';
import { registerRetryableConstraint } from '../../../platform/database/pg-errors';
import { newId } from '../../../platform/domain/id';
import { writeJson } from '../../../platform/http/exact-json';
import type { FieldError } from '../../../platform/errors/app-error';
import { USABLE_KEYS } from '../../api-keys';
import { countedUsageOf, type CountedUsage, type UsageEvent } from '../usage-event';
import { countUsage, type UsageToCount } from '../usage-counter';
import { reasonInPeriod, reasonOutsidePeriods } from '../not-charged';
import { contains, type MeteredPeriod } from '../usage-period';
import type { Arrival, EventInput } from './event-input';
import { INSERT_EVENTS } from './ingestion.statements';
import { judge, type Accepted, type References } from './judgement';
import { lookUp, type ChargingPeriod, type Lookup } from './lookup';
import { isSameEvent } from './same-event';

registerRetryableConstraint('usage_events_transaction');

/** The outcome of one event of a request. */
export type Ingested =
  | { status: 'accepted' | 'duplicate' | 'conflict'; event: UsageEvent }
  | {
      status: 'rejected';
      errors: FieldError[];
      /** Whether an event with other content has its transaction ID. */
      isTaken: boolean;
    }
  /** The API key of the request has been revoked or has expired. */
  | { status: 'unauthorized' };

type Verdict = Accepted | FieldError[] | 'unauthorized';

type NewEvent = UsageEvent & Pick<Accepted, 'metric'>;

/**
 * Stores and counts events of one organization, in one transaction that the caller opens and commits
 * (docs/billing-rules.md). All lookups happen in this transaction, for whole batches, so no decision is based on stale
 * data.
 *
 * @returns one outcome per event, in the same order.
 * @throws a unique violation of usage_events_transaction when an event of another subscription with the same
 *   transaction ID is stored concurrently; the caller retries.
 */
export async function ingest(
  sql: StatementRunner,
  organizationId: string,
  arrivals: readonly Arrival[],
  now: Date,
): Promise<Ingested[]> {
  const inputs = arrivals.map((it) => it.input);
  const [found, usable] = await Promise.all([
    lookUp(sql, organizationId, inputs, now),
    usableKeys(sql, organizationId, arrivals, now),
  ]);
  const verdicts = arrivals.map(({ input, keyHash }): Verdict => {
    if (keyHash !== null && !usable.has(keyHash)) return 'unauthorized';
    return judge(input, found.references, now);
  });
  const accepted = newEvents(inputs, verdicts, found, now);
  await store(sql, organizationId, [...accepted.values()]);
  await countUsage(sql, organizationId, usageOf([...accepted.values()], found.periods), found.totals);
  const stored = new Map([...accepted.values()].map((event) => [event.transactionId, event]));
  return inputs.map((input, index) => {
    const event = accepted.get(input);
    if (event !== undefined) return { status: 'accepted', event };
    const { transactionId } = input;
    const known = stored.get(transactionId) ?? found.known.get(transactionId);
    return knownOutcome(input, known, verdicts[index], found.references);
  });
}

async function usableKeys(
  sql: StatementRunner,
  organizationId: string,
  arrivals: readonly Arrival[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const hashes = new Set<string>();
  for (const { keyHash } of arrivals) if (keyHash !== null) hashes.add(keyHash);
  if (hashes.size === 0) return hashes;
  const rows = await sql.query<{ key_hash: string }>(USABLE_KEYS, [organizationId, [...hashes], now]);
  return new Set(rows.map((it) => it.key_hash));
}

/** Returns the events to insert: the first valid one for each transaction ID that is not stored yet. */
function newEvents(
  inputs: readonly EventInput[],
  verdicts: readonly Verdict[],
  { known, periods, firstSequence }: Lookup,
  now: Date,
): Map<EventInput, NewEvent> {
  const events = new Map<EventInput, NewEvent>();
  const taken = new Set(known.keys());
  for (const [index, input] of inputs.entries()) {
    const verdict = verdicts[index];
    if (verdict === undefined || verdict === 'unauthorized' || Array.isArray(verdict)) continue;
    if (taken.has(input.transactionId)) continue;
    taken.add(input.transactionId);
    const { metric, subscription, timestamp } = verdict;
    events.set(input, {
      id: newId(now),
      transactionId: input.transactionId,
      code: input.code,
      billableMetricId: metric.id,
      subscriptionId: subscription.id,
      customerId: subscription.customerId,
      externalSubscriptionId: input.externalSubscriptionId,
      externalCustomerId: input.externalCustomerId,
      timestamp,
      properties: input.properties,
      ...placeOf(timestamp, metric.id, subscription, periods.get(subscription.id) ?? []),
      sequence: firstSequence + events.size,
      createdAt: now,
      metric,
    });
  }
  return events;
}

/**
 * Returns the billing period that contains an instant. If none does, an event before a later period is late and never
 * billed, and so is one after the last period of a subscription that has ended. Any other event waits for its period.
 */
function placeOf(
  at: Date,
  metricId: string,
  { endedAt }: Accepted['subscription'],
  periods: readonly ChargingPeriod[],
): Pick<UsageEvent, 'periodId' | 'late' | 'notChargedReason'> {
  const period = periods.find((it) => contains(it, at));
  if (period !== undefined) {
    const late = period.state === 'closed';
    const notChargedReason = reasonInPeriod(period.chargedMetrics.includes(metricId), late);
    return { periodId: period.id, late, notChargedReason };
  }
  const late = endedAt !== null || periods.some((it) => it.from > at);
  return { periodId: null, late, notChargedReason: reasonOutsidePeriods(late) };
}

/** The columns that many events have in common: those of the same metric, subscription and billing period. */
type EventGroup = Pick<
  UsageEvent,
  | 'billableMetricId'
  | 'code'
  | 'subscriptionId'
  | 'externalSubscriptionId'
  | 'customerId'
  | 'externalCustomerId'
  | 'periodId'
  | 'late'
  | 'notChargedReason'
>;

/**
 * Inserts rows in the order of the unique key, so that two transactions with the same transaction IDs queue instead of
 * deadlocking. The second one then fails, and its retry finds the events.
 */
async function store(
  sql: StatementRunner,
  organizationId: string,
  accepted: readonly NewEvent[],
): Promise<void> {
  const [first] = accepted;
  if (first === undefined) return;
  const events = [...accepted].sort((one, other) => (one.transactionId < other.transactionId ? -1 : 1));
  const { groups, numbers } = groupsOf(events);
  await sql.send(INSERT_EVENTS, [
    organizationId,
    first.createdAt,
    plainArray(events.map((it) => it.id)),
    textArray(events.map((it) => it.transactionId)),
    writeJson(events.map((it) => it.properties)),
    plainArray(events.map((it) => it.timestamp.toISOString())),
    plainArray(events.map((it) => it.sequence)),
    plainArray(groups.map((it) => it.billableMetricId)),
    textArray(groups.map((it) => it.code)),
    plainArray(groups.map((it) => it.subscriptionId)),
    textArray(groups.map((it) => it.externalSubscriptionId)),
    plainArray(groups.map((it) => it.customerId)),
    textArray(groups.map((it) => it.externalCustomerId)),
    plainArray(groups.map((it) => it.periodId)),
    plainArray(groups.map((it) => it.late)),
    plainArray(groups.map((it) => it.notChargedReason)),
    plainArray(numbers),
  ]);
}

/** Returns the distinct groups, and for each event the number of its group, from 1. */
function groupsOf(events: readonly NewEvent[]): { groups: EventGroup[]; numbers: number[] } {
  const groups: EventGroup[] = [];
  const known = new Map<string, { group: EventGroup; number: number }[]>();
  const numbers = events.map((event) => {
    const own = known.get(event.subscriptionId) ?? [];
    known.set(event.subscriptionId, own);
    const same = own.find(({ group }) => isSameGroup(group, event));
    if (same !== undefined) return same.number;
    const number = groups.push(event);
    own.push({ group: event, number });
    return number;
  });
  return { groups, numbers };
}

/**
 * Whether two groups are equal, given the same subscription. Compares external IDs as sent; an event may omit one of
 * the two.
 */
function isSameGroup(one: EventGroup, other: EventGroup): boolean {
  return (
    one.billableMetricId === other.billableMetricId &&
    one.periodId === other.periodId &&
    one.late === other.late &&
    one.externalSubscriptionId === other.externalSubscriptionId &&
    one.externalCustomerId === other.externalCustomerId
  );
}

/** Groups events by subscription. */
function usageOf(events: readonly NewEvent[], periods: ReadonlyMap<string, MeteredPeriod[]>): UsageToCount[] {
  const usage = new Map<string, { periods: MeteredPeriod[]; events: CountedUsage[] }>();
  for (const event of events) {
    const { subscriptionId } = event;
    let own = usage.get(subscriptionId);
    if (own === undefined) {
      own = { periods: periods.get(subscriptionId) ?? [], events: [] };
      usage.set(subscriptionId, own);
    }
    own.events.push(countedUsageOf(event, event.metric));
  }
  return [...usage.values()];
}

/**
 * Returns the outcome of an event that is not newly stored. A stored event stays valid even if the records it refers to
 * have changed. An invalid event is rejected with its own errors even if its transaction ID is taken, because the
 * stored event may follow it in the same batch.
 */
function knownOutcome(
  input: EventInput,
  event: UsageEvent | undefined,
  verdict: Verdict | undefined,
  references: References,
): Ingested {
  if (verdict === 'unauthorized') return { status: verdict };
  if (event !== undefined && isSameEvent(input, event, references)) return { status: 'duplicate', event };
  if (event !== undefined && !Array.isArray(verdict)) return { status: 'conflict', event };
  const errors = Array.isArray(verdict) ? verdict : [];
  return { status: 'rejected', errors, isTaken: event !== undefined };
}
