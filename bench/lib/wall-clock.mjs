let anchor = performance.timeOrigin;

/**
 * Returns fractional milliseconds since 1970, comparable between processes and with PostgreSQL's clock. Date.now() has
 * no fraction, and performance.now() does not follow corrections of the clock.
 */
export function wallClock() {
  const at = anchor + performance.now();
  const error = at - Date.now();
  if (error > -1 && error < 2) return at;
  anchor -= error - 0.5;
  return anchor + performance.now();
}
