/**
 * Returns the share of an amount for the billed days, rounded half up to a whole cent.
 *
 * @throws RangeError if the amount is negative, a day count is not a whole number, `daysInPeriod` is less than 1, or
 * `billedDays` is not between 0 and `daysInPeriod`.
 */
export function proratedAmountCents(amountCents: bigint, billedDays: number, daysInPeriod: number): bigint {
  const days = BigInt(billedDays);
  const all = BigInt(daysInPeriod);
  if (amountCents < 0n || days < 0n || all < 1n || days > all) {
    throw new RangeError(`Cannot prorate ${amountCents.toString()} to ${billedDays} of ${daysInPeriod} days`);
  }
  return (2n * amountCents * days + all) / (2n * all);
}
