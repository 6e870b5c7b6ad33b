const SHORTEST_MS = 60_000;
const LONGEST_MS = 24 * 60 * 60 * 1000;

/**
 * Returns how long failed work waits for its next attempt, in ms: as long as it has been failing, but at least a minute
 * and at most a day. The delays of successive attempts therefore double.
 */
export function retryDelayMs(failingSince: Date, now: Date): number {
  const failing = now.getTime() - failingSince.getTime();
  return Math.min(Math.max(failing, SHORTEST_MS), LONGEST_MS);
}
