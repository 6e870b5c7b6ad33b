const whole = (name, fallback, least = 0) => {
  const value = Number(process.env[name] ?? fallback);
  if (!Number.isInteger(value) || value < least)
    throw new Error(`${name} must be a whole number from ${least}`);
  return value;
};

/** What a run does; each can be set by the environment (bench/README.md). */
export const settings = {
  deliveries: whole('BENCH_DELIVERIES', 20_000, 1),
  rounds: whole('BENCH_ROUNDS', 3, 1),
  /** Old deliveries in the tables; 0 leaves that part out. */
  history: whole('BENCH_HISTORY', 2_000_000),
  /** More than for the rest: a tenth is to be told from the drift of the machine. */
  historyRounds: whole('BENCH_HISTORY_ROUNDS', 7, 1),
  /** Single events whose latency is measured; 0 leaves that part out. */
  events: whole('BENCH_EVENTS', 500),
  /** Deliveries before each measurement, so that nobody is measured while its code is being compiled. */
  warmUp: whole('BENCH_WARMUP', 5_000),
};

/** Requests in flight and connections of all but the service: twice as many make none of them faster. */
export const IN_FLIGHT = 64;

/** The end of the path at which the receiver takes a second. */
export const SLOW_PATH = '/slow';
