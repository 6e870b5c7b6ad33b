import { invalid } from './wording';

/** The smallest charges by currency, in Stripe's unit: a part of the published list, re-made for the sandbox alone. */
const SMALLEST: Readonly<Record<string, number>> = {
  usd: 50,
  eur: 50,
  gbp: 30,
  aud: 50,
  cad: 50,
  chf: 50,
  inr: 50,
  jpy: 50,
  sgd: 50,
  dkk: 250,
  nok: 300,
  sek: 300,
  hkd: 400,
  mxn: 1000,
  pln: 200,
  huf: 17500,
};
const LARGEST = 99_999_999;
const LAST_DIGIT_ZERO = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd']);
const WHOLE_UNITS = new Set(['isk', 'ugx']);

/** @throws Refusal if Stripe would not charge so much */
export function checkAmount(
  amount: number | null,
  currency: string,
  param: string,
): asserts amount is number {
  if (amount === null) throw invalid(`Missing required param: ${param}.`, 'parameter_missing', param);
  if (amount < (SMALLEST[currency] ?? 1)) {
    throw invalid('The amount is smaller than the minimum charge.', 'amount_too_small', param);
  }
  if (amount > LARGEST) throw invalid('Amount must be no more than 99999999.', 'amount_too_large', param);
  const step = LAST_DIGIT_ZERO.has(currency) ? 10 : WHOLE_UNITS.has(currency) ? 100 : 1;
  if (amount % step !== 0) throw invalid(`Invalid amount for ${currency}.`, 'invalid_charge_amount', param);
}

export function currencyOf(text: string | null, param: string): string {
  if (text === null) throw invalid(`Missing required param: ${param}.`, 'parameter_missing', param);
  if (!/^[a-zA-Z]{3}$/.test(text)) throw invalid(`Invalid currency: ${text}.`, undefined, param);
  return text.toLowerCase();
}
