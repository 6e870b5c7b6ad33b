// Settings of the fairness benchmark; bench/README.md lists them.
const setting = (name, fallback) => Number(process.env[name] ?? fallback);

export const ROUNDS = setting('BENCH_ROUNDS', 5);
export const SECONDS = setting('BENCH_SECONDS', 8);
export const WARMUP_SECONDS = setting('BENCH_WARMUP_SECONDS', 3);
export const CUSTOMERS = setting('BENCH_CUSTOMERS', 20_000);
/** Requests of the loud organization in flight. */
export const IN_FLIGHT = setting('BENCH_IN_FLIGHT', 40);
export const LIMIT = 1000;
/** Lists during which the event loop is watched, one at a time. */
export const WATCHED_LISTS = setting('BENCH_WATCHED_LISTS', 100);
