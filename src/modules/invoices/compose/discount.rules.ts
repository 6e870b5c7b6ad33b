/** The amount of a discount and its share of each line, in cents. */
export interface Spread {
  amountCents: bigint;
  shares: bigint[];
}

/**
 * Spreads an amount over lines in proportion to what is left of each: whole cents that add up to the amount, by the
 * largest remainder, ties to the first line (docs/billing-rules.md#discounts). An amount above what is left of the lines is
 * capped at it, so no share exceeds what is left of its line.
 *
 * @param left what earlier discounts have left of each line; none is negative.
 */
export function spread(cents: bigint, left: readonly bigint[]): Spread {
  const total = left.reduce((sum, it) => sum + it, 0n);
  const amountCents = cents < total ? cents : total;
  if (amountCents === 0n) return { amountCents, shares: left.map(() => 0n) };
  const exact = left.map((it, index) => ({ index, product: it * amountCents }));
  const shares = exact.map(({ product }) => product / total);
  const missing = amountCents - shares.reduce((sum, it) => sum + it, 0n);
  const byRemainder = exact
    .map(({ index, product }) => ({ index, remainder: product % total }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of byRemainder.slice(0, Number(missing))) shares[index] = (shares[index] ?? 0n) + 1n;
  return { amountCents, shares };
}
