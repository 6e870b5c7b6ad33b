import { isDeepStrictEqual } from 'node:util';
import { parseExactJson, writeJson } from '../../../platform/http/exact-json';
import type { UsageEvent } from '../usage-event';
import type { EventInput } from './event-input';

/**
 * Whether an event with a known transaction ID has the same content as the stored event. An omitted timestamp means the
 * time of the first arrival, so it matches any.
 */
export function isSameEvent(input: EventInput, stored: UsageEvent): boolean {
  return (
    input.code === stored.code &&
    input.externalSubscriptionId === stored.externalSubscriptionId &&
    input.externalCustomerId === stored.externalCustomerId &&
    (input.timestamp === null || input.timestamp.getTime() === stored.timestamp.getTime()) &&
    isDeepStrictEqual(asStored(input.properties), asStored(stored.properties))
  );
}

/** Returns the value after a round trip through JSON, as in the database: -0 becomes 0. */
function asStored(properties: Record<string, unknown>): unknown {
  return parseExactJson(writeJson(properties));
}
