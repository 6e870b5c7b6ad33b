/**
 * Maximum number of multiples that emit an event if usage crosses many at once. Lower multiples emit none.
 */
export const MAX_CROSSINGS_AT_ONCE = 100n;

/** The fields of a threshold that determine when it is crossed. */
export interface ThresholdTerms {
  amountCents: bigint;
  recurring: boolean;
}

/**
 * Returns the multiples of the threshold that the usage amount crosses for the first time in the billing
 * period, ascending. Only multiple 1 counts unless the threshold is recurring (docs/billing-rules.md).
 *
 * @param crossedBefore the highest multiple already crossed in this period; 0 if there is none
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
