import type { DisputeStatus } from '../provider-kit';

/**
 * Our status by the end of `dispute.<...>` events and of `dispute_<...>` statuses. What was accepted or not answered in
 * time goes back to the payer; a payer who withdraws leaves the money here.
 */
export const DODOPAYMENTS_DISPUTES: Readonly<Record<string, DisputeStatus>> = {
  opened: 'needs_response',
  challenged: 'under_review',
  won: 'won',
  cancelled: 'won',
  lost: 'lost',
  accepted: 'lost',
  expired: 'lost',
};
