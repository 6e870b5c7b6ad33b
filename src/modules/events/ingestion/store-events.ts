import { isDeepStrictEqual } from 'node:util';
import { plainArray, textArray } from '../../../platform/database/array-literal';
import { registerRetryableConstraint } from '../../../platform/database/pg-errors';
import type { StatementRunner } from '../../../platform/database/prepared-statement';
import { newId } from '../../../platform/domain/id';
import type { FieldError } from '../../../platform/errors/app-error';
import { findUsableKeys } from '../../api-keys';
import { countUsage, type UsageToCount } from '../aggregation/usage-counter';
import { contains, isCharged, type CountedPeriod } from '../metering/usage-period';
import { countedUsageEventOf, type CountedUsageEvent, type UsageEvent } from '../usage-event';
import { checkEvent, isSecondOf, type ResolvedEvent } from './event-check';
import { COUNT_DAY, INSERT_EVENTS, KEYS_ARE_WRITTEN } from './ingestion.statements';
import { lookUp, type Lookup } from './lookup';
import type { ReceivedEvent, UsageEventInput } from './received-event';

registerRetryableConstraint('usage_event_keys_pkey');

/** The outcome for one event of a caller whose API key is usable. */
export type EventOutcome =
  | { status: 'accepted' | 'duplicate' | 'conflict'; event: UsageEvent }
  | { status: 'rejected'; errors: FieldError[] };

/** The outcome for one event whose API key was checked in the transaction. */
export type StoreOutcome = EventOutcome | { status: 'unauthorized' };

type CheckedEvent = ResolvedEvent | FieldError[] | 'unauthorized';

type NewEvent = UsageEvent & Pick<ResolvedEvent, 'metric'>;

/**
 * Stores and counts events of one organization, in one transaction that the caller opens and commits
 * (docs/decisions.md#ingestion-path). All look-ups are made in it, for all events at once, so that no decision is based
 * on stale data.
 *
 * @returns one outcome per event, in the same order.
 * @throws a violation of usage_event_keys_pkey if a concurrent transaction stores an event of another subscription
 *   with the same transaction id; retry the transaction.
 */
export async function storeEvents(
  sql: StatementRunner,
  organizationId: string,
  received: readonly ReceivedEvent[],
  now: Date,
): Promise<StoreOutcome[]> {
  const inputs = received.map((it) => it.input);
  const [found, usable] = await Promise.all([
    lookUp(sql, organizationId, inputs, now),
    findUsableKeys(sql, organizationId, keysOf(received), now),
  ]);
  const checked = received.map(({ input, keyHash }): CheckedEvent => {
    if (keyHash !== null && !usable.has(keyHash)) return 'unauthorized';
    return checkEvent(input, found.references, now);
  });
  const accepted = newEvents(inputs, checked, found, now);
  const events = [...accepted.values()];
  await insert(sql, organizationId, events);
  await countDay(sql, organizationId, events);
  await countUsage(sql, organizationId, usageOf(events, found.periods), found.totals);
  const stored = new Map(events.map((event) => [event.transactionId, event]));
  return inputs.map((input, index) => {
    const event = accepted.get(input);
    if (event !== undefined) return { status: 'accepted', event };
    const { transactionId } = input;
    return outcomeOf(input, stored.get(transactionId) ?? found.stored.get(transactionId), checked[index]);
  });
}

/** Returns the hashes of the API keys that are not checked yet. */
function keysOf(received: readonly ReceivedEvent[]): Set<string> {
  const hashes = new Set<string>();
  for (const { keyHash } of received) if (keyHash !== null) hashes.add(keyHash);
  return hashes;
}

/** Returns the events to insert: the first valid one for each transaction id that is not stored yet. */
function newEvents(
  inputs: readonly UsageEventInput[],
  checked: readonly CheckedEvent[],
  { stored, periods, firstSequence }: Lookup,
  now: Date,
): Map<UsageEventInput, NewEvent> {
  const events = new Map<UsageEventInput, NewEvent>();
  const taken = new Set(stored.keys());
  for (const [index, input] of inputs.entries()) {
    const resolved = checked[index];
    if (resolved === undefined || resolved === 'unauthorized' || Array.isArray(resolved)) continue;
    if (taken.has(input.transactionId)) continue;
    taken.add(input.transactionId);
    const { metric, subscription, timestamp } = resolved;
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
      ...assignPeriod(timestamp, metric.id, periods.get(subscription.id) ?? []),
      sequence: firstSequence + events.size,
      createdAt: now,
      metric,
    });
  }
  return events;
}

/** An event before the first billing period is never billed; one after the last period waits for the next. */
function assignPeriod(
  at: Date,
  metricId: string,
  periods: readonly CountedPeriod[],
): Pick<UsageEvent, 'periodId' | 'late' | 'charged'> {
  const period = periods.find((it) => contains(it, at));
  if (period !== undefined) {
    return { periodId: period.id, late: period.state === 'closed', charged: isCharged(period, metricId) };
  }
  const late = periods.some((it) => it.from > at);
  return { periodId: null, late, charged: late ? false : null };
}

async function insert(
  sql: StatementRunner,
  organizationId: string,
  events: readonly NewEvent[],
): Promise<void> {
  const [first] = events;
  if (first === undefined) return;
  const { groups, numbers } = groupsOf(events);
  await sql.send(KEYS_ARE_WRITTEN, []);
  await sql.send(INSERT_EVENTS, [
    organizationId,
    first.createdAt,
    plainArray(events.map((it) => it.id)),
    textArray(events.map((it) => it.transactionId)),
    JSON.stringify(events.map((it) => it.properties)),
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
    plainArray(numbers),
    plainArray(groups.map((it) => it.charged)),
  ]);
}

/** Counts stored events by day and metric (docs/concepts.md#analytics). */
async function countDay(
  sql: StatementRunner,
  organizationId: string,
  accepted: readonly NewEvent[],
): Promise<void> {
  const [first] = accepted;
  if (first === undefined) return;
  const counts = new Map<string, number>();
  for (const { billableMetricId } of accepted)
    counts.set(billableMetricId, (counts.get(billableMetricId) ?? 0) + 1);
  const metricIds = [...counts.keys()].sort();
  await sql.send(COUNT_DAY, [
    organizationId,
    first.createdAt,
    plainArray(metricIds),
    plainArray(metricIds.map((it) => counts.get(it) ?? 0)),
  ]);
}

/**
 * Groups events that agree in the columns other than id, transaction id, properties, timestamp and sequence, which is
 * most of them: a group is sent once.
 *
 * @returns one event of each group, and the number of each event's group, from 1.
 */
function groupsOf(events: readonly NewEvent[]): { groups: NewEvent[]; numbers: number[] } {
  const groups: NewEvent[] = [];
  const bySubscription = new Map<string, { group: NewEvent; number: number }[]>();
  const numbers = events.map((event) => {
    const own = bySubscription.get(event.subscriptionId) ?? [];
    bySubscription.set(event.subscriptionId, own);
    const same = own.find(({ group }) => isSameGroup(group, event));
    if (same !== undefined) return same.number;
    const number = groups.push(event);
    own.push({ group: event, number });
    return number;
  });
  return { groups, numbers };
}

/** For events of one subscription. Their external ids may differ, because one of the two may be omitted. */
function isSameGroup(one: NewEvent, other: NewEvent): boolean {
  return (
    one.billableMetricId === other.billableMetricId &&
    one.periodId === other.periodId &&
    one.late === other.late &&
    one.externalSubscriptionId === other.externalSubscriptionId &&
    one.externalCustomerId === other.externalCustomerId
  );
}

/** Groups events by subscription. */
function usageOf(events: readonly NewEvent[], periods: ReadonlyMap<string, CountedPeriod[]>): UsageToCount[] {
  const usage = new Map<string, { periods: CountedPeriod[]; events: CountedUsageEvent[] }>();
  for (const event of events) {
    const { subscriptionId } = event;
    let own = usage.get(subscriptionId);
    if (own === undefined) {
      own = { periods: periods.get(subscriptionId) ?? [], events: [] };
      usage.set(subscriptionId, own);
    }
    own.events.push(countedUsageEventOf(event, event.metric));
  }
  return [...usage.values()];
}

/** Returns the outcome of an event that is not new. A stored event decides, even if the event would be invalid today. */
function outcomeOf(
  input: UsageEventInput,
  stored: UsageEvent | undefined,
  checked: CheckedEvent | undefined,
): StoreOutcome {
  if (checked === 'unauthorized') return { status: checked };
  if (stored !== undefined) {
    return { status: isSameEvent(input, stored) ? 'duplicate' : 'conflict', event: stored };
  }
  return { status: 'rejected', errors: Array.isArray(checked) ? checked : [] };
}

/**
 * Whether the content is the same. An omitted timestamp means the time of the first arrival, so it agrees with any; a whole
 * second agrees with the start of the subscription, for which it was taken.
 */
function isSameEvent(input: UsageEventInput, stored: UsageEvent): boolean {
  return (
    input.code === stored.code &&
    input.externalSubscriptionId === stored.externalSubscriptionId &&
    input.externalCustomerId === stored.externalCustomerId &&
    (input.timestamp === null ||
      isSecondOf(input.timestamp, stored.timestamp) ||
      input.timestamp.getTime() === stored.timestamp.getTime()) &&
    isDeepStrictEqual(throughJson(input.properties), throughJson(stored.properties))
  );
}

/** Stored properties have been through JSON, which turns -0 into 0. */
function throughJson(properties: Record<string, unknown>): unknown {
  return JSON.parse(JSON.stringify(properties)) as unknown;
}
