// Settings of the benchmark of reads; bench/README.md lists them.
const setting = (name, fallback) => Number(process.env[name] ?? fallback);

/** Rows of each table. */
export const ROWS = setting('BENCH_ROWS', 1_000_000);
export const ROUNDS = setting('BENCH_ROUNDS', 3);
export const REQUESTS = setting('BENCH_REQUESTS', 100);
export const WARM_UP = 10;
export const LIMIT = 100;
