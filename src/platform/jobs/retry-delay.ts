const FIRST_MS = 60_000;
const LONGEST_MS = 24 * 60 * 60 * 1000;
/** Spreads the retries of rows that failed together. */
const JITTER = 0.1;

/** Returns how long a row waits after its `failures`-th failure: one minute, doubling up to a day, plus up to 10 % jitter. */
export function retryDelayMs(failures: number, random: () => number = Math.random): number {
  const backoff = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
  return Math.round(backoff * (1 + JITTER * random()));
}
