import { isDeepStrictEqual } from 'node:util';
import { parseExactJson, writeJson } from '../../../platform/http/exact-json';
import type { UsageEvent } from '../usage-event';
import type { EventInput } from './event-input';
import { countedAt, type References } from './judgement';

/** Whether an event with a known transaction ID has the same content as the stored event. */
export function isSameEvent(input: EventInput, stored: UsageEvent, references: References): boolean {
  return (
    input.code === stored.code &&
    input.externalSubscriptionId === stored.externalSubscriptionId &&
    input.externalCustomerId === stored.externalCustomerId &&
    isSameTime(input.timestamp, stored, references) &&
    isDeepStrictEqual(asStored(input.properties), asStored(stored.properties))
  );
}

/**
 * An omitted timestamp means the time of the first arrival, so it matches any. The second of the subscription's start
 * matches the start, with which it was stored.
 */
function isSameTime(timestamp: Date | null, stored: UsageEvent, { subscriptions }: References): boolean {
  if (timestamp === null || timestamp.getTime() === stored.timestamp.getTime()) return true;
  const subscription = [...subscriptions.values()].find((it) => it.id === stored.subscriptionId);
  if (subscription === undefined) return false;
  return countedAt(timestamp, subscription).getTime() === stored.timestamp.getTime();
}

/** Returns the value after a round trip through JSON, as in the database: -0 becomes 0. */
function asStored(properties: Record<string, unknown>): unknown {
  return parseExactJson(writeJson(properties));
}
