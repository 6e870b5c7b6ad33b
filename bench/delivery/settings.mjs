const whole = (name, fallback, least = 0) => {
  const value = Number(process.env[name] ?? fallback);
  if (!Number.isInteger(value) || value < least)
    throw new Error(`${name} must be a whole number from ${least}`);
  return value;
};

/** Settings of a run; environment variables override them (bench/README.md). */
export const settings = {
  deliveries: whole('BENCH_DELIVERIES', 20_000, 1),
  rounds: whole('BENCH_ROUNDS', 3, 1),
  /** Number of old deliveries in the tables; 0 skips this part. */
  history: whole('BENCH_HISTORY', 2_000_000),
  /** More rounds than in the other parts, because a difference of 10 % must stand out from the noise of the machine. */
  historyRounds: whole('BENCH_HISTORY_ROUNDS', 7, 1),
  /** Number of single events whose latency is measured; 0 skips this part. */
  events: whole('BENCH_EVENTS', 500),
  /** Number of deliveries before each measurement, so that the JIT compiler has run. */
  warmUp: whole('BENCH_WARMUP', 5_000),
};

/**
 * Concurrent requests and connections of every contestant except the service. Doubling it makes none of them faster.
 */
export const IN_FLIGHT = 64;

/** Suffix of the path on which the receiver waits for a second. */
export const SLOW_PATH = '/slow';
