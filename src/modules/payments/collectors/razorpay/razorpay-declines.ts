import type { DeclineClass } from '../../collector-kit';

/** Razorpay's reasons of failed payments; the rest is `soft` (docs/payments.md#declines). */
export const RAZORPAY_DECLINES: Readonly<Partial<Record<string, DeclineClass>>> = {
  insufficient_funds: 'insufficient_funds',
  debit_instrument_limit_exceeded: 'insufficient_funds',
  transaction_daily_limit_exceeded: 'insufficient_funds',
  bank_account_invalid: 'hard',
  bank_account_closed: 'hard',
  card_declined_by_issuer_permanently: 'hard',
  card_expired: 'hard',
  card_lost: 'hard',
  card_not_enrolled: 'hard',
  card_number_invalid: 'hard',
  card_reported_lost_stolen: 'hard',
  card_stolen: 'hard',
  debit_instrument_blocked: 'hard',
  debit_instrument_inactive: 'hard',
  international_transaction_not_allowed: 'hard',
  invalid_vpa: 'hard',
  mandate_cancelled: 'hard',
  mandate_expired: 'hard',
  payment_risk_check_failed: 'hard',
  recurring_not_allowed: 'hard',
  token_cancelled: 'hard',
  token_expired: 'hard',
};
