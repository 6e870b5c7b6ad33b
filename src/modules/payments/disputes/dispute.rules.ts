import { isClosed, type DisputeStatus, type DisputeUpdate } from '../provider-kit/disputes';
import type { DisputeEntity } from './dispute.entity';

/** The columns that reports change. */
export type DisputeState = Pick<
  DisputeEntity,
  'amountCents' | 'reason' | 'status' | 'respondBy' | 'closedAt' | 'reportedAt'
>;

/**
 * Whether a report says less than what is known. A closed dispute is not reopened; its outcome changes only by a later
 * one, such as a charge back that is cancelled.
 */
export function isOutdated(
  known: Pick<DisputeState, 'status' | 'reportedAt'>,
  status: DisputeStatus,
  at: Date,
): boolean {
  const isOlder = at.getTime() < known.reportedAt.getTime();
  if (isClosed(known.status)) return !isClosed(status) || isOlder;
  return !isClosed(status) && isOlder;
}

/** Returns the state after a report that is not outdated. @param at by the provider's clock */
export function stateAfter(
  known: DisputeState | null,
  reported: DisputeUpdate,
  paymentCents: bigint,
  at: Date,
): DisputeState {
  const { status } = reported;
  const isSame = known?.status === status;
  const wasNewer = known !== null && known.reportedAt > at;
  return {
    amountCents: reported.amountCents ?? known?.amountCents ?? paymentCents,
    reason: reported.reason ?? known?.reason ?? null,
    status,
    respondBy: reported.respondBy ?? known?.respondBy ?? null,
    closedAt: isClosed(status) ? (isSame ? (known.closedAt ?? at) : at) : null,
    reportedAt: wasNewer ? known.reportedAt : at,
  };
}

/** Whether callers can see a difference. */
export function hasChanged(before: DisputeState, after: DisputeState): boolean {
  return (
    before.status !== after.status ||
    before.amountCents !== after.amountCents ||
    before.reason !== after.reason ||
    before.respondBy?.getTime() !== after.respondBy?.getTime()
  );
}
