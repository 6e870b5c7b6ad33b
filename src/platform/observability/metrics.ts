import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** All metrics of the process, served at /metrics. */
export const registry = new Registry();

/** Starts to collect metrics of the Node runtime, such as event loop lag and memory. Call this once, at start-up. */
export function startRuntimeMetrics(): void {
  collectDefaultMetrics({ register: registry });
}

const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 30];

/** Request duration in seconds by route pattern. The count of the histogram is the number of requests. */
export const httpDuration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from the first byte of a request to the end of its response',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: LATENCY_BUCKETS,
  registers: [registry],
});

/** The outcome is `success` or the error class. */
export const deliveryAttempts = new Counter({
  name: 'webhook_delivery_attempts_total',
  help: 'Webhook delivery attempts, by outcome',
  labelNames: ['outcome'] as const,
  registers: [registry],
});

/** In seconds. */
export const deliveryDuration = new Histogram({
  name: 'webhook_delivery_duration_seconds',
  help: 'Duration of one webhook delivery attempt, from DNS to the end of the response',
  labelNames: ['success'] as const,
  buckets: LATENCY_BUCKETS,
  registers: [registry],
});

/** In seconds. The delivery is created in the transaction of its event. */
export const deliveryDelay = new Histogram({
  name: 'webhook_first_attempt_delay_seconds',
  help: 'Time from the creation of a delivery to the start of its first attempt',
  buckets: LATENCY_BUCKETS,
  registers: [registry],
});

export const deliveriesInFlight = new Gauge({
  name: 'webhook_deliveries_in_flight',
  help: 'Webhook delivery attempts in flight in this process: started, but outcome not yet recorded',
  registers: [registry],
});

/** Counted in the database when the metrics are scraped. */
export const queueDepth = new Gauge({
  name: 'webhook_queue_depth',
  help: 'Pending webhook deliveries, by stage (queued, leased, waiting)',
  labelNames: ['stage'] as const,
  registers: [registry],
});

/** Read from the database when the metrics are scraped. */
export const databaseWritesFailing = new Gauge({
  name: 'database_writes_failing',
  help: '1 while the database is read-only, or has refused the last write of this process for lack of space or rights',
  registers: [registry],
});
