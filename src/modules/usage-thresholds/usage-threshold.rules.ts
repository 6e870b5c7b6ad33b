/**
 * Maximum number of multiples that emit an event if usage crosses many of them together; the highest ones do.
 */
export const MAX_CROSSINGS_AT_ONCE = 100n;

/** The terms that determine when a threshold is crossed. */
export interface ThresholdTerms {
  amountCents: bigint;
  recurring: boolean;
}

/**
 * Returns the multiples that the usage amount newly crosses, ascending. A threshold is crossed once per
 * subscription and billing period, or once per multiple if it is recurring (docs/billing-rules.md).
 *
 * @param crossedBefore the highest multiple already crossed in this period; 0 for none.
 */
export function newCrossings(
  { amountCents, recurring }: ThresholdTerms,
  usageAmountCents: bigint,
  crossedBefore: bigint,
): bigint[] {
  const multiples = usageAmountCents / amountCents;
  const reached = recurring || multiples < 1n ? multiples : 1n;
  if (reached <= crossedBefore) return [];
  const fewest = reached - MAX_CROSSINGS_AT_ONCE;
  const after = fewest > crossedBefore ? fewest : crossedBefore;
  return Array.from({ length: Number(reached - after) }, (_, index) => after + 1n + BigInt(index));
}
