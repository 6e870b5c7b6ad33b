/** What a fee of the invoice comes to, and what its credit notes took of it. */
export interface CreditableFee {
  id: string;
  amountCents: bigint;
  taxesAmountCents: bigint;
  creditedCents: bigint;
  creditedTaxesCents: bigint;
}

/** A part of a fee that is credited. */
export interface CreditedFee {
  fee: CreditableFee;
  amountCents: bigint;
}

/** An exact share of cents: whole cents and a fraction below one. */
interface Share {
  index: number;
  whole: bigint;
  numerator: bigint;
  denominator: bigint;
  /** What the fee's taxes still allow. */
  limit: bigint;
}

/** What of the fee's taxes is not credited yet; none when a draft's taxes fell after a note was made. */
function left({ taxesAmountCents, creditedTaxesCents }: CreditableFee): bigint {
  return creditedTaxesCents < taxesAmountCents ? taxesAmountCents - creditedTaxesCents : 0n;
}

/** What of the fee is not credited yet. */
export function creditableCents(fee: CreditableFee): bigint {
  return fee.amountCents - fee.creditedCents;
}

/**
 * The taxes of each item of a note (billing-rules.md, Credit notes): in proportion to the fee's, rounded together
 * once, half up. An item that uses up its fee takes what is left of the fee's taxes: so the notes that use up
 * an invoice come to exactly its taxes, however the ones before were rounded.
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

/** Whole cents that add up to the rounded sum of the shares; the largest fractions are rounded up. */
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

/** The sum of the fractions, rounded half up. In whole numbers: thirds and sixths may come to exactly a half. */
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
