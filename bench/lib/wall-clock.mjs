let anchor = performance.timeOrigin;

/**
 * Milliseconds since 1970 with a fraction, comparable between processes and with PostgreSQL's clock. Date.now() has no
 * fraction, and performance.now() does not follow when the clock is corrected.
 */
export function wallClock() {
  const at = anchor + performance.now();
  const error = at - Date.now();
  if (error > -1 && error < 2) return at;
  anchor -= error - 0.5;
  return anchor + performance.now();
}
