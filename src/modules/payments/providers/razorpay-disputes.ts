import type { DisputeStatus } from '../provider-kit';

const STATUSES: Readonly<Partial<Record<string, DisputeStatus>>> = {
  open: 'needs_response',
  under_review: 'under_review',
  won: 'won',
  lost: 'lost',
};

/** Returns our status of a dispute. `closed` does not say who won, but what was deducted does. */
export function razorpayDisputeStatus(status: string | null, isDeducted: boolean): DisputeStatus {
  if (status === 'closed') return isDeducted ? 'lost' : 'won';
  return STATUSES[status ?? ''] ?? 'needs_response';
}
