import type { ObjectState } from '../payments/collector-kit';

export const COLLECTION_STATUSES = [
  'created',
  'open',
  'processing',
  'succeeded',
  'failed',
  'canceled',
  'unknown',
] as const;
export type CollectionStatus = (typeof COLLECTION_STATUSES)[number];

export const COLLECTION_KINDS = ['link', 'charge'] as const;
export type CollectionKind = (typeof COLLECTION_KINDS)[number];

/** What is done next about a collection (docs/payments.md#advancing). */
export type CollectionStep =
  /** Makes the object at the provider. */
  | 'create'
  /** Asks for the object whose answer was lost. */
  | 'find'
  /** Takes the money of a charge that was made in two steps. */
  | 'confirm'
  /** Makes the object dead. */
  | 'end'
  /** Ends a collection that never reached the provider. */
  | 'drop'
  | 'read';

/** The fields that decide about the next step. */
export interface SteppingCollection {
  kind: CollectionKind;
  providerObjectId: string | null;
  requestedAt: Date | null;
  confirmRequestedAt: Date | null;
  cancelRequestedAt: Date | null;
  deadAt: Date | null;
}

/** @param confirms whether charges of the provider are made in two steps */
export function nextStep(collection: SteppingCollection, confirms: boolean): CollectionStep {
  const { kind, providerObjectId, requestedAt, confirmRequestedAt, cancelRequestedAt, deadAt } = collection;
  if (deadAt !== null) return 'read';
  if (providerObjectId === null) {
    if (requestedAt !== null) return 'find';
    return cancelRequestedAt === null ? 'create' : 'drop';
  }
  if (cancelRequestedAt !== null) return 'end';
  if (confirms && kind === 'charge' && confirmRequestedAt === null) return 'confirm';
  return 'read';
}

/** Returns the status of a collection by the state of its object. */
export function statusOf(
  { kind, failureCode }: { kind: CollectionKind; failureCode: string | null },
  state: Pick<ObjectState, 'status' | 'captures' | 'decline'>,
): { status: CollectionStatus; requiresAction: boolean } {
  if (state.status === 'requires_action') return { status: 'processing', requiresAction: true };
  const requiresAction = false;
  if (state.captures.length > 0) return { status: 'succeeded', requiresAction };
  // A declined charge is canceled at the provider so that it cannot succeed later: it has failed all the same.
  const isDeclined = kind === 'charge' && (failureCode !== null || state.decline !== null);
  if (state.status === 'canceled' && isDeclined) return { status: 'failed', requiresAction };
  return { status: state.status, requiresAction };
}

const FIRST_POLL_MS = 5_000;
const LONGEST_POLL_MS = 60 * 60 * 1000;
/** What is unknown is resolved within a minute of the provider being back. */
const LONGEST_UNKNOWN_POLL_MS = 20_000;
/** A payer who has not authenticated by then does not; dunning goes on. */
export const LONGEST_ACTION_MS = 23 * 60 * 60 * 1000;

/**
 * Returns how long to wait before the provider is asked again: with growing distance.
 *
 * @param polls how often it was asked without news
 */
export function pollDelayMs(polls: number, isUnknown: boolean): number {
  const longest = isUnknown ? LONGEST_UNKNOWN_POLL_MS : LONGEST_POLL_MS;
  return Math.min(longest, FIRST_POLL_MS * 2 ** Math.min(polls, 20));
}

/** Returns the reference of a try: at most 40 characters, unique for ever. */
export function referenceOf({ id, tries }: { id: string; tries: number }): string {
  return `${id.replaceAll('-', '')}-${tries}`;
}
