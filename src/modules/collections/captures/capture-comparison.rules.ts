const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Providers list captures by when the payment began: a bank debit takes days. */
const DEEP_MS = 14 * DAY_MS;
/** Disputes are listed by when they were opened, and take months. */
const DISPUTED_MS = 120 * DAY_MS;
/** What a provider shows late, and the difference of the clocks. */
const OVERLAP_MS = HOUR_MS;

/** Lists of providers are read for this long at most; others keep off meanwhile. */
export const LEASE_SECONDS = 600;

export interface Comparison {
  readonly origin: string;
  readonly comparedUntil: Date;
  readonly deepAt: Date;
}

/** Returns since when captures are listed: once a day, and after a restore, as far back as bank debits take. */
export function listedSince(
  { origin, comparedUntil, deepAt }: Comparison,
  now: Date,
  present: string,
): { since: Date; isDeep: boolean } {
  const isDeep = origin !== present || now.getTime() - deepAt.getTime() >= DAY_MS;
  const overlap = isDeep ? DEEP_MS : OVERLAP_MS;
  return { since: new Date(comparedUntil.getTime() - overlap), isDeep };
}

/** Returns since when disputes are listed: as far back as an open one may be, whenever captures go far back. */
export function disputesSince({ comparedUntil }: Comparison, isDeep: boolean): Date {
  return new Date(comparedUntil.getTime() - (isDeep ? DISPUTED_MS : OVERLAP_MS));
}

/** Returns when the captures are compared next. @param isDone whether the provider has answered */
export function nextComparison(isDone: boolean, now: Date): Date {
  return new Date(now.getTime() + (isDone ? HOUR_MS : MINUTE_MS));
}
