/** More multiples than this in one step are told by the highest ones only: nobody reads a million events. */
export const MAX_CROSSINGS_AT_ONCE = 100n;

/** What decides when a threshold is crossed. */
export interface ThresholdTerms {
  amountCents: bigint;
  recurring: boolean;
}

/**
 * The multiples of a threshold that the running amount has reached and that were not crossed before, ascending
 * (billing-rules.md, Usage thresholds: once per threshold, subscription and period; a recurring one once per
 * multiple).
 *
 * @param crossedBefore the highest multiple crossed in this period so far; 0 for none.
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
