import type { CallResult, RefundState } from '../collector-kit';

export const REFUND_ORDER_STATUSES = ['created', 'pending', 'succeeded', 'failed', 'unknown'] as const;
export type RefundOrderStatus = (typeof REFUND_ORDER_STATUSES)[number];

export const REFUND_REASONS = ['surplus', 'request', 'credit_note'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

/** How long nobody else works on a refund about which a request is sent. */
export const LEASE_SECONDS = 45;
/** A request that was sent may be under way for this long; only then is its refund asked for. */
export const UNDER_WAY_MS = 25_000;

const FIRST_POLL_MS = 5_000;
const LONGEST_POLL_MS = 60 * 60 * 1000;
const LONGEST_UNKNOWN_POLL_MS = 20_000;
/** A refund that never arrives has failed: a person looks at it. */
const MOST_TRIES = 5;

const DAY_MS = 24 * 60 * 60 * 1000;
/** Stripe may fail a refund for 30 days after it was made, the others for less. */
const LATE_FAILURE_MS = 30 * DAY_MS;
const FIRST_RECHECK_MS = DAY_MS / 4;

/** The columns that the answer of a provider changes. */
export interface RefundChanges {
  status?: RefundOrderStatus;
  providerRefundId?: string | null;
  failureCode?: string | null;
  failureReason?: string | null;
  tries?: number;
  requestedAt?: null;
  polls: number;
  nextActionAt: Date | null;
}

/** The fields of a refund that decide what an answer changes. */
interface Asked {
  tries: number;
  polls: number;
  requestedAt: Date | null;
}

function later(polls: number, isUnknown: boolean, now: Date): Pick<RefundChanges, 'polls' | 'nextActionAt'> {
  const longest = isUnknown ? LONGEST_UNKNOWN_POLL_MS : LONGEST_POLL_MS;
  const ms = Math.min(longest, FIRST_POLL_MS * 2 ** Math.min(polls, 20));
  return { polls: polls + 1, nextActionAt: new Date(now.getTime() + ms) };
}

/**
 * Returns when a refund that has succeeded is asked for again, in case that it failed late and the notification was lost:
 * after six hours, doubling, and once more as the time in which it may fail ends; then never.
 */
export function recheck(
  { polls, requestedAt }: Pick<Asked, 'polls' | 'requestedAt'>,
  now: Date,
): Pick<RefundChanges, 'polls' | 'nextActionAt'> {
  const endsAt = (requestedAt ?? now).getTime() + LATE_FAILURE_MS;
  if (now.getTime() >= endsAt) return { polls, nextActionAt: null };
  const at = now.getTime() + FIRST_RECHECK_MS * 2 ** Math.min(polls, 20);
  return { polls: polls + 1, nextActionAt: new Date(Math.min(at, endsAt)) };
}

/** Returns what an answer about a refund changes; `null` as a value: the provider does not know the refund. */
export function changesBy(
  { tries, polls, requestedAt }: Asked,
  question: 'refund' | 'find',
  result: CallResult<RefundState | null>,
  now: Date,
): RefundChanges {
  if (result.kind === 'done') {
    if (result.value === null) return afterNotFound(tries, now);
    const { providerRefundId, status, reason: failureReason } = result.value;
    const next = {
      pending: () => later(polls, false, now),
      succeeded: () => recheck({ polls: 0, requestedAt }, now),
      failed: () => ({ polls: 0, nextActionAt: null }),
    }[status]();
    return { status, providerRefundId, failureReason, ...next };
  }
  if (question === 'refund') {
    if (result.kind === 'unknown') return { status: 'unknown', ...later(0, true, now) };
    if (result.kind === 'unavailable') return { requestedAt: null, ...later(polls, true, now) };
    const { code: failureCode, reason: failureReason } = result;
    return { status: 'failed', failureCode, failureReason, polls: 0, nextActionAt: null };
  }
  const next = later(polls, true, now);
  const settlesAt = result.kind === 'unknown' ? result.settlesAt : undefined;
  const isEarlier = settlesAt !== undefined && next.nextActionAt !== null && settlesAt < next.nextActionAt;
  return isEarlier ? { ...next, nextActionAt: settlesAt } : next;
}

function afterNotFound(tries: number, now: Date): RefundChanges {
  if (tries < MOST_TRIES) {
    return { status: 'created', tries: tries + 1, requestedAt: null, polls: 0, nextActionAt: now };
  }
  const failureReason = 'The provider did not receive the request.';
  return { status: 'failed', failureReason, polls: 0, nextActionAt: null };
}

/** Returns the reference of a try: 10 to 40 characters, unique for ever. */
export function referenceOf({ id, tries }: { id: string; tries: number }): string {
  return `${id.replaceAll('-', '')}-${tries}`;
}
