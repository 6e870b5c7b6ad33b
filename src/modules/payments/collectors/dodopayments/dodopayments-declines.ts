import type { DeclineClass } from '../../collector-kit';

/** Error codes of Dodo Payments in lower case; the rest is `soft` (docs/payments.md#declines). */
export const DODOPAYMENTS_DECLINES: Readonly<Partial<Record<string, DeclineClass>>> = {
  insufficient_funds: 'insufficient_funds',
  withdrawal_count_limit_exceeded: 'insufficient_funds',
  card_velocity_exceeded: 'insufficient_funds',
  card_not_supported: 'hard',
  currency_not_supported: 'hard',
  expired_card: 'hard',
  fraudulent: 'hard',
  incorrect_number: 'hard',
  invalid_account: 'hard',
  invalid_number: 'hard',
  lost_card: 'hard',
  merchant_blacklist: 'hard',
  payment_method_not_found: 'hard',
  pickup_card: 'hard',
  restricted_card: 'hard',
  revocation_of_authorization: 'hard',
  security_violation: 'hard',
  stolen_card: 'hard',
  stop_payment_order: 'hard',
  transaction_not_allowed: 'hard',
};
