const whole = (name, fallback, least = 0) => {
  const value = Number(process.env[name] ?? fallback);
  if (!Number.isInteger(value) || value < least)
    throw new Error(`${name} must be a whole number from ${least}`);
  return value;
};

/** The settings of a run, which environment variables override (bench/README.md). */
export const settings = {
  deliveries: whole('BENCH_DELIVERIES', 20_000, 1),
  rounds: whole('BENCH_ROUNDS', 3, 1),
  /** Number of old deliveries in the tables; 0 skips that part. */
  history: whole('BENCH_HISTORY', 2_000_000),
  /** More rounds than for other parts: a difference of a tenth must stand out from the drift of the machine. */
  historyRounds: whole('BENCH_HISTORY_ROUNDS', 7, 1),
  /** Number of single events whose latency is measured; 0 skips that part. */
  events: whole('BENCH_EVENTS', 500),
  /**
   * Number of deliveries before each measurement, so that no contestant is measured while its code is being compiled.
   */
  warmUp: whole('BENCH_WARMUP', 5_000),
};

/** Requests in flight and connections of all contestants except the service; twice as many make none of them faster. */
export const IN_FLIGHT = 64;

/** Suffix of the path on which the receiver takes a second. */
export const SLOW_PATH = '/slow';
