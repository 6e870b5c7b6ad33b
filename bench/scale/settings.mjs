// Settings of the benchmark of many processes; bench/README.md lists them.
const setting = (name, fallback) => Number(process.env[name] ?? fallback);

export const PROCESSES = (process.env.BENCH_PROCESSES ?? '1,2,4,8').split(',').map(Number);
export const ROUNDS = setting('BENCH_ROUNDS', 3);
export const SECONDS = setting('BENCH_SECONDS', 8);
export const WARMUP_SECONDS = setting('BENCH_WARMUP_SECONDS', 2);
/** Requests in flight, over all processes. */
export const CONNECTIONS = setting('BENCH_CONNECTIONS', 16);
export const BATCH = 100;
export const DELIVERIES = setting('BENCH_DELIVERIES', 20_000);
export const SUBSCRIPTIONS = setting('BENCH_SUBSCRIPTIONS', 1000);
export const ORGANIZATIONS = 4;
