/**
 * Returns a function that calls `act` at most once per interval, for messages that a fault would repeat thousands of
 * times.
 *
 * @param act gets the number of calls since it last ran, including this one
 */
export function throttled<Args extends unknown[]>(
  intervalMs: number,
  act: (calls: number, ...args: Args) => void,
): (...args: Args) => void {
  let lastAt = -Infinity;
  let calls = 0;
  return (...args) => {
    calls++;
    const now = performance.now();
    if (now - lastAt < intervalMs) return;
    lastAt = now;
    act(calls, ...args);
    calls = 0;
  };
}
