import type { DeclineClass } from '../../collector-kit';

/** GoCardless's causes of failed payments; the rest is `soft` (docs/payments.md#declines). */
export const GOCARDLESS_DECLINES: Readonly<Partial<Record<string, DeclineClass>>> = {
  insufficient_funds: 'insufficient_funds',
  authorisation_disputed: 'hard',
  bank_account_closed: 'hard',
  bank_account_transferred: 'hard',
  account_blocked: 'hard',
  account_closed: 'hard',
  customer_approval_denied: 'hard',
  charged_back: 'hard',
  direct_debit_not_enabled: 'hard',
  invalid_bank_details: 'hard',
  mandate_cancelled: 'hard',
  mandate_expired: 'hard',
  mandate_suspended: 'hard',
  payment_stopped: 'hard',
  return_on_odfi_request: 'hard',
};
