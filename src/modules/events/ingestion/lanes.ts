import type { Arrival, EventInput } from './event-input';

/**
 * Concurrent transactions of one organization. Events of one subscription share a lane, because they would wait for the
 * same lock anyway.
 */
const LANES = 2;
/** Below this number of events a transaction costs more than the events do, so small requests share the first lane. */
const WORTH_SPLITTING = 20;

/** The events of one lane, with their positions in the request. */
export interface LaneShare {
  lane: number;
  arrivals: Arrival[];
  places: number[];
}

/**
 * Splits a request over lanes. Events with the same transaction id stay together and in order, because the first of
 * them counts.
 */
export function lanesOf(arrivals: readonly Arrival[]): LaneShare[] {
  if (arrivals.length < WORTH_SPLITTING) {
    return [{ lane: 0, arrivals: [...arrivals], places: [...arrivals.keys()] }];
  }
  const laneOfTransaction = new Map<string, number>();
  const shares = new Map<number, LaneShare>();
  for (const [place, arrival] of arrivals.entries()) {
    const { input } = arrival;
    const lane = laneOfTransaction.get(input.transactionId) ?? laneOfSubscription(input);
    laneOfTransaction.set(input.transactionId, lane);
    const share = shares.get(lane) ?? { lane, arrivals: [], places: [] };
    shares.set(lane, share);
    share.arrivals.push(arrival);
    share.places.push(place);
  }
  return [...shares.values()];
}

function laneOfSubscription({ externalSubscriptionId, externalCustomerId }: EventInput): number {
  const name = externalSubscriptionId ?? externalCustomerId ?? '';
  let hash = 0;
  for (let index = 0; index < name.length; index++) hash = (Math.imul(hash, 31) + name.charCodeAt(index)) | 0;
  return (hash >>> 0) % LANES;
}
