// Settings of the ingestion benchmark; bench/README.md lists them.
const setting = (name, fallback) => Number(process.env[name] ?? fallback);

export const ROUNDS = setting('BENCH_ROUNDS', 3);
export const SECONDS = setting('BENCH_SECONDS', 8);
export const WARMUP_SECONDS = setting('BENCH_WARMUP_SECONDS', 2);
export const CONNECTIONS = setting('BENCH_CONNECTIONS', 50);
/** Connections for batches of 100 events. Batches keep two cores busy with fewer connections than single events. */
export const BATCH_CONNECTIONS = setting('BENCH_BATCH_CONNECTIONS', 10);
export const BATCH = 100;
export const SUBSCRIPTIONS = setting('BENCH_SUBSCRIPTIONS', 20);
