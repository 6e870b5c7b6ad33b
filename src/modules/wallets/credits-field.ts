import { CREDIT_DECIMALS } from './wallet.rules';

/** Bounds of a number of credits in a request. */
export const CREDITS = { min: '0.00001', max: '1000000000000000', decimals: CREDIT_DECIMALS };

/** What requests say of a number of credits. */
export const CREDITS_RULE =
  'at most 5 decimals; worth credits x rate_amount, rounded half up to the minor unit';
