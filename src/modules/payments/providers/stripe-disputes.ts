import type { DisputeStatus } from '../provider-kit';

/** Inquiries (`warning_`) become disputes, or end without any money having moved, as what was prevented does. */
const STATUSES: Readonly<Partial<Record<string, DisputeStatus>>> = {
  warning_needs_response: 'needs_response',
  warning_under_review: 'under_review',
  warning_closed: 'won',
  needs_response: 'needs_response',
  under_review: 'under_review',
  won: 'won',
  prevented: 'won',
  lost: 'lost',
};

/** Returns our status of a dispute; a status that Stripe adds needs a person. */
export const stripeDisputeStatus = (status: string | null): DisputeStatus =>
  STATUSES[status ?? ''] ?? 'needs_response';
