/**
 * Returns the recurring revenue of a month, from that of a year: a twelfth, rounded half up to the minor unit. The price
 * of a year is a whole number for every interval (docs/concepts.md#mrr-by-day), so only this result is rounded.
 */
export function monthlyCents(yearlyCents: bigint): bigint {
  const halfUp = yearlyCents + 6n;
  const quotient = halfUp / 12n;
  return halfUp < 0n && halfUp % 12n !== 0n ? quotient - 1n : quotient;
}
