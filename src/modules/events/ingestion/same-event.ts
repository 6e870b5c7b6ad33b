import { isDeepStrictEqual } from 'node:util';
import type { StoredEvent } from '../counted-event';
import type { EventInput } from './event-input';

/**
 * Whether a transaction id comes again with the same content. A timestamp that is not given is the moment of the
 * first arrival, so it agrees with whatever is stored.
 */
export function isSameEvent(input: EventInput, stored: StoredEvent): boolean {
  return (
    input.code === stored.code &&
    input.externalSubscriptionId === stored.externalSubscriptionId &&
    input.externalCustomerId === stored.externalCustomerId &&
    (input.timestamp === null || input.timestamp.getTime() === stored.timestamp.getTime()) &&
    isDeepStrictEqual(asStored(input.properties), asStored(stored.properties))
  );
}

/** What JSON makes of it, since one side has been through the database: -0 is 0. */
function asStored(properties: Record<string, unknown>): unknown {
  return JSON.parse(JSON.stringify(properties)) as unknown;
}
