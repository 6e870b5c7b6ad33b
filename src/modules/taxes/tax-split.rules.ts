import type { TaxCategory } from './tax-category.rules';

/** A tax as it applied to a fee: a copy, because the tax itself may change later. */
export interface RatedTax {
  code: string;
  name: string;
  /** Percent, as a decimal string. */
  rate: string;
  /** Absent or null for the category that follows from the rate. */
  category?: TaxCategory | null;
}

/** A tax with its part of the tax on a fee. */
export interface TaxAmount extends RatedTax {
  amountCents: bigint;
}

/** Exact amounts of several taxes, in cents, as fractions of one denominator. */
export interface Shares {
  numerators: readonly bigint[];
  denominator: bigint;
}

/**
 * Splits the tax on a fee over its taxes by largest remainder, ties to the first code (docs/billing-rules.md#amounts-per-tax). The
 * exact shares are the fee times each rate. If the tax does not follow from the rates, because a tax calculator computed
 * it otherwise, they are proportional to the rates.
 *
 * @param taxCents the tax on the fee, of which the parts are the whole.
 */
export function splitTax(feeCents: bigint, taxCents: bigint, taxes: readonly RatedTax[]): TaxAmount[] {
  const shares = sharesByRate(feeCents, taxes);
  const isByRates = rounded(shares) === taxCents;
  const parts = apportion(taxCents, isByRates ? shares : proportional(taxCents, shares), taxes);
  return taxes.map((tax, index) => ({ ...tax, amountCents: parts[index] ?? 0n }));
}

/** Returns an amount times the rate of each tax. A rate that is no positive decimal has no share. */
export function sharesByRate(cents: bigint, taxes: readonly RatedTax[]): Shares {
  const rates = taxes.map(({ rate }) => /^(\d+)(?:\.(\d+))?$/.exec(rate) ?? ['0', '0', '']);
  const decimals = Math.max(0, ...rates.map(([, , fraction = '']) => fraction.length));
  return {
    numerators: rates.map(
      ([, whole = '0', fraction = '']) => cents * BigInt(whole + fraction.padEnd(decimals, '0')),
    ),
    denominator: 100n * 10n ** BigInt(decimals),
  };
}

/** Returns the sum of the shares, rounded half up to a whole cent. */
export function rounded({ numerators, denominator }: Shares): bigint {
  const sum = numerators.reduce((total, it) => total + it, 0n);
  return (2n * sum + denominator) / (2n * denominator);
}

/**
 * Returns whole cents for the shares that add up to exactly `totalCents`: each share rounded down, then the rest by
 * largest remainder, ties to the first code.
 *
 * @param limits the most that each share may get. They give way only if they add up to less than the total.
 */
export function apportion(
  totalCents: bigint,
  { numerators, denominator }: Shares,
  taxes: readonly { code: string }[],
  limits: readonly bigint[] = numerators.map(() => totalCents),
): bigint[] {
  const shares = numerators.map((numerator, index) => {
    const limit = limits[index] ?? 0n;
    const cents = least(numerator > 0n ? numerator / denominator : 0n, limit);
    return {
      index,
      cents,
      limit,
      remainder: numerator - cents * denominator,
      code: taxes[index]?.code ?? '',
    };
  });
  const rest = totalCents - shares.reduce((sum, it) => sum + it.cents, 0n);
  adjust([...shares].sort(byRemainder), rest);
  return shares.map((it) => it.cents);
}

/** Adds a rest to the shares, first a cent each in their order, or takes it from them in the reverse order. */
function adjust(shares: { cents: bigint; limit: bigint }[], rest: bigint): void {
  const sign = rest < 0n ? -1n : 1n;
  const order = rest < 0n ? [...shares].reverse() : shares;
  let left = rest * sign;
  const move = (share: { cents: bigint }, cents: bigint): void => {
    share.cents += cents * sign;
    left -= cents;
  };
  for (const most of [1n, left]) {
    for (const share of order) {
      const room = sign < 0n ? share.cents : share.limit - share.cents;
      move(share, least(left, room, most));
    }
  }
  if (order[0] !== undefined) move(order[0], left);
}

/** Returns shares of a total in proportion to others, or equal ones if all others are 0. */
function proportional(totalCents: bigint, { numerators }: Shares): Shares {
  const isEmpty = numerators.every((it) => it === 0n);
  const weights = isEmpty ? numerators.map(() => 1n) : numerators;
  const denominator = weights.reduce((sum, it) => sum + it, 0n);
  return {
    numerators: weights.map((it) => totalCents * it),
    denominator: denominator === 0n ? 1n : denominator,
  };
}

interface Remainder {
  remainder: bigint;
  code: string;
  index: number;
}

function byRemainder(a: Remainder, b: Remainder): number {
  if (a.remainder !== b.remainder) return a.remainder > b.remainder ? -1 : 1;
  if (a.code !== b.code) return a.code < b.code ? -1 : 1;
  return a.index - b.index;
}

function least(...cents: bigint[]): bigint {
  return cents.reduce((a, b) => (a < b ? a : b));
}
