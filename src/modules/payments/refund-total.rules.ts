export interface RecordedRefund {
  /** Null if the refund was recorded by hand: the money was returned outside the provider. */
  providerRefundId: string | null;
  amountCents: bigint;
  status: 'succeeded' | 'failed';
  /** When it failed by the provider's clock; null if it has not failed, or at an unknown time. */
  failedAt: Date | null;
}

/** The refunded total of a charge that the provider reported last, without the refunds that had failed by then. */
export interface RefundTotal {
  cents: bigint;
  /** Time by the provider's clock; null if it is not known. */
  at: Date | null;
}

const SECOND_MS = 1000;

/**
 * Returns the total after a notification of another one, or null if the notification is older or says nothing new
 * (docs/payments.md#refunds). Providers give times in seconds. Within one second, or without a time, a larger total is
 * the later one, and any total that arrives after a failure.
 */
export function latestTotal(
  known: RefundTotal,
  notified: RefundTotal,
  refunds: readonly RecordedRefund[],
): RefundTotal | null {
  const order = orderOf(notified.at, known.at);
  if (order === 'before') return null;
  const failures = refunds
    .filter((it) => orderOf(notified.at, it.failedAt) === 'unclear')
    .flatMap(({ failedAt }) => failedAt ?? []);
  const hasFailure = failures.some((it) => known.at === null || it > known.at);
  if (order === 'unclear' && notified.cents <= known.cents && !hasFailure) return null;
  return { cents: notified.cents, at: [known.at, ...failures].reduce(later, notified.at) };
}

/**
 * Returns the time at which a refund failed, in relation to the total: after it, unless the provider's times say that it
 * failed before.
 *
 * @param at time by the provider's clock; null if it is not known.
 */
export function failureTime(at: Date | null, total: RefundTotal, now: Date): Date {
  const time = at ?? now;
  if (total.at === null || orderOf(at, total.at) !== 'unclear' || time > total.at) return time;
  return new Date(total.at.getTime() + 1);
}

/** Returns whether a failed refund is not part of the total, because it failed before the total was reported. */
export function isLeftOut({ failedAt }: RecordedRefund, { at }: RefundTotal): boolean {
  return failedAt !== null && at !== null && failedAt <= at;
}

/** Returns whether `a` lies in an earlier or a later second than `b`. */
function orderOf(a: Date | null, b: Date | null): 'before' | 'after' | 'unclear' {
  if (a === null || b === null) return 'unclear';
  const seconds = Math.floor(a.getTime() / SECOND_MS) - Math.floor(b.getTime() / SECOND_MS);
  if (seconds === 0) return 'unclear';
  return seconds < 0 ? 'before' : 'after';
}

function later(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? b : a;
}
