import type { CallResult, ObjectState } from '../../payments/collector-kit';
import type { CollectionEntity } from '../collection.entity';
import { LONGEST_ACTION_MS, pollDelayMs, statusOf } from '../collection.rules';

/** The columns that a record of a state changes, next to `revision` and `updatedAt`. */
export type RecordedState = Partial<CollectionEntity> & Pick<CollectionEntity, 'nextActionAt' | 'polls'>;

/** How long nobody else advances a collection about which a request is sent. */
export const LEASE_SECONDS = 45;

export const leaseFrom = (now: Date): Date => new Date(now.getTime() + LEASE_SECONDS * 1000);

/** Confirmed, and still not confirmed by the provider: the request did not arrive. */
const LOST_CONFIRMATION_MS = 30_000;
/** The provider's clock and ours differ a little. */
const AFTER_EXPIRY_MS = 3_000;
/** A charge that never arrives has failed. */
const MOST_TRIES = 5;

/** Returns the collection after the provider has told the state of its object (docs/payments.md#advancing). */
export function afterState(before: CollectionEntity, state: ObjectState, now: Date): RecordedState {
  const failure = failureOf(before, state);
  const { status, requiresAction } = statusOf({ ...before, ...failure }, state);
  const polls = status === before.status ? before.polls + 1 : 0;
  const common = {
    ...failure,
    status,
    requiresAction,
    polls,
    providerObjectId: state.objectId,
    url: state.url ?? before.url,
    expiresAt: state.expiresAt ?? before.expiresAt,
  };
  if (state.isDead) return { ...common, deadAt: before.deadAt ?? now, nextActionAt: null };
  // An order that takes no money any more may still read as open: only money that comes late changes what was dead.
  if (before.deadAt !== null && state.status === 'open') {
    return { ...common, status: before.status, requiresAction: false, nextActionAt: null };
  }
  const cancelRequestedAt = before.cancelRequestedAt ?? (mustEnd(before, state, now) ? now : null);
  const isNewEnd = cancelRequestedAt !== null && before.cancelRequestedAt === null;
  const nextActionAt = isNewEnd ? now : nextPoll(common, now);
  return { ...common, cancelRequestedAt, nextActionAt };
}

type Failure = Pick<CollectionEntity, 'failureCode' | 'failureReason' | 'declineClass'>;

const NO_FAILURE: Failure = { failureCode: null, failureReason: null, declineClass: null };

function failureOf(before: Failure, { decline, captures }: ObjectState): Failure {
  if (captures.length > 0) return NO_FAILURE;
  if (decline === null) {
    const { failureCode, failureReason, declineClass } = before;
    return { failureCode, failureReason, declineClass };
  }
  const { code: failureCode, message: failureReason, declineClass } = decline;
  return { failureCode, failureReason, declineClass };
}

/** A charge that was declined, or for which nobody authenticates, must not succeed later. */
function mustEnd(before: CollectionEntity, { status }: ObjectState, now: Date): boolean {
  if (before.kind !== 'charge') return false;
  const ageOf = (at: Date | null): number => (at === null ? 0 : now.getTime() - at.getTime());
  if (status === 'failed') return true;
  if (status === 'open') return ageOf(before.confirmRequestedAt) > LOST_CONFIRMATION_MS;
  return status === 'requires_action' && ageOf(before.requestedAt) > LONGEST_ACTION_MS;
}

function nextPoll({ polls, expiresAt }: { polls: number; expiresAt: Date | null }, now: Date): Date {
  const at = now.getTime() + pollDelayMs(polls, false);
  const end = expiresAt === null ? Infinity : expiresAt.getTime() + AFTER_EXPIRY_MS;
  return new Date(end > now.getTime() ? Math.min(at, end) : at);
}

/** The results of a call that say nothing about the state of the object. */
type Unanswered = Exclude<CallResult<unknown>, { kind: 'done' }>;

/** Returns the collection after an answer about its object that says nothing, or that there is none. */
export function afterUnanswered(
  before: CollectionEntity,
  step: 'create' | 'find' | 'confirm' | 'end' | 'read',
  result: Unanswered,
  now: Date,
): RecordedState {
  const later = { polls: before.polls + 1, nextActionAt: unknownPoll(before, now) };
  if (result.kind === 'unknown') {
    const isChange = step === 'create' || step === 'confirm';
    if (isChange) return { status: 'unknown', polls: 0, nextActionAt: unknownPoll({ polls: 0 }, now) };
    return { ...later, nextActionAt: earlier(later.nextActionAt, result.settlesAt) };
  }
  if (result.kind === 'unavailable') return afterUnavailable(before, step, result.reason, now);
  const code = result.isAboutCredentials ? 'provider_rejected' : result.code;
  const rejection = { failureCode: code, failureReason: result.reason };
  if (step === 'create') return gone({ ...rejection, status: 'failed' }, now);
  if (step === 'read' && !result.isAboutCredentials) return gone({ ...rejection, status: 'failed' }, now);
  if (step === 'confirm')
    return { ...rejection, status: 'failed', cancelRequestedAt: now, polls: 0, nextActionAt: now };
  return later;
}

/** The request has certainly had no effect. */
function afterUnavailable(before: CollectionEntity, step: string, reason: string, now: Date): RecordedState {
  const later = { polls: before.polls + 1, nextActionAt: unknownPoll(before, now) };
  if (step === 'confirm') return { ...later, confirmRequestedAt: null };
  if (step !== 'create') return later;
  if (before.kind === 'charge') return { ...later, status: 'created', requestedAt: null };
  // Nobody waits for the link any more: the caller was told to ask again.
  return gone({ status: 'canceled', failureCode: 'provider_unavailable', failureReason: reason }, now);
}

/** Returns the collection after the provider said that it never received the request. */
export function afterNotFound(before: CollectionEntity, now: Date): RecordedState {
  const isAskedAgain = before.kind === 'charge' && before.cancelRequestedAt === null;
  if (isAskedAgain && before.tries < MOST_TRIES) {
    return { status: 'created', tries: before.tries + 1, requestedAt: null, polls: 0, nextActionAt: now };
  }
  const failureReason = 'The provider did not receive the request.';
  return gone({ status: 'canceled', failureCode: 'not_received', failureReason }, now);
}

/** Returns the columns of a collection that takes no money any more. */
export function gone(changes: Partial<CollectionEntity>, now: Date): RecordedState {
  return { ...changes, requiresAction: false, deadAt: now, polls: 0, nextActionAt: null };
}

const earlier = (at: Date, other = at): Date => (other < at ? other : at);

const unknownPoll = ({ polls }: { polls: number }, now: Date): Date =>
  new Date(now.getTime() + pollDelayMs(polls, true));
