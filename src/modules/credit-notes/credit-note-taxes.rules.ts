import type { FeeWithTaxes } from './credit-note-tax-split.rules';

/** A fee of an invoice and the amounts that its credit notes have already credited. */
export interface CreditableFee extends FeeWithTaxes {
  id: string;
  creditedTaxesCents: bigint;
}

/** A fee and the part of its net amount to credit. */
export interface CreditedFee {
  fee: CreditableFee;
  amountCents: bigint;
}

/** An exact amount: whole cents plus a fraction of a cent. */
interface Share {
  index: number;
  whole: bigint;
  numerator: bigint;
  denominator: bigint;
  /** Amount of the fee's taxes that is not credited yet. */
  limit: bigint;
}

/**
 * Returns the taxes of a fee that are not credited yet; 0 if the taxes of a draft invoice have decreased below the
 * credited amount.
 */
function left({ taxesAmountCents, creditedTaxesCents }: CreditableFee): bigint {
  return creditedTaxesCents < taxesAmountCents ? taxesAmountCents - creditedTaxesCents : 0n;
}

/** Returns the net amount of a fee that is not credited yet. */
export function creditableCents(fee: CreditableFee): bigint {
  return fee.amountCents - fee.creditedCents;
}

/**
 * Returns the taxes of each item of a note (docs/billing-rules.md#taxes-of-a-credit-note). They are proportional to the
 * taxes of the fees and add up to the exact sum, rounded half up. An item that credits the rest of its fee also credits
 * the rest of the fee's taxes, so the notes that credit a whole invoice add up to exactly its taxes.
 */
export function itemTaxes(items: readonly CreditedFee[]): bigint[] {
  const isUsedUp = ({ fee, amountCents }: CreditedFee): boolean => amountCents === creditableCents(fee);
  const shares = items.flatMap((item, index) => {
    if (isUsedUp(item)) return [];
    const { fee, amountCents } = item;
    const exact = fee.taxesAmountCents * amountCents;
    const parts = { whole: exact / fee.amountCents, numerator: exact % fee.amountCents };
    return [{ index, ...parts, denominator: fee.amountCents, limit: left(fee) }];
  });
  const taxes = new Map(distribute(shares).map((it) => [it.index, it.cents]));
  return items.map((item, index) => taxes.get(index) ?? (isUsedUp(item) ? left(item.fee) : 0n));
}

/** Returns whole cents that add up to the rounded sum of the shares; the largest fractions are rounded up. */
function distribute(shares: readonly Share[]): { index: number; cents: bigint }[] {
  let spare = roundedFractions(shares);
  return [...shares].sort(byLargerFraction).map(({ index, whole, limit }) => {
    const isRoundedUp = spare > 0n && whole < limit;
    if (isRoundedUp) spare--;
    const cents = isRoundedUp ? whole + 1n : whole;
    return { index, cents: cents < limit ? cents : limit };
  });
}

function byLargerFraction(a: Share, b: Share): number {
  const [left, right] = [a.numerator * b.denominator, b.numerator * a.denominator];
  if (left === right) return a.index - b.index;
  return left > right ? -1 : 1;
}

/**
 * Returns the sum of the fractions, rounded half up. Computes in integers, because thirds and sixths may add up to
 * exactly one half.
 */
function roundedFractions(shares: readonly Share[]): bigint {
  const { top, bottom } = shares.reduce(
    (sum, { numerator, denominator }) => ({
      top: sum.top * denominator + numerator * sum.bottom,
      bottom: sum.bottom * denominator,
    }),
    { top: 0n, bottom: 1n },
  );
  return (2n * top + bottom) / (2n * bottom);
}
