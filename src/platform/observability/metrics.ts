import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { packageVersion } from './package-version';

/** All metrics of the process, served at /metrics. */
export const registry = new Registry();

/**
 * Starts the metrics of the Node runtime (event loop, memory) and of the build. Call once, at start-up.
 *
 * @param cell its name, which all metrics get as the label `cell`; null: none
 */
export function startRuntimeMetrics(cell: string | null): void {
  if (cell !== null) registry.setDefaultLabels({ cell });
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'billing_build_info',
    help: 'Always 1; the labels name the version of the service and of Node.js',
    labelNames: ['version', 'node_version'] as const,
    registers: [registry],
  }).set({ version: packageVersion(), node_version: process.version }, 1);
}

/** Recorded events by kind: invoices finalized, payments succeeded, and so on. */
export const domainEvents = new Counter({
  name: 'billing_events_total',
  help: 'Events recorded by this process, by kind (invoice.finalized, payment.succeeded, ...)',
  labelNames: ['kind'] as const,
  registers: [registry],
});

/** Usage events received, by outcome. */
export const usageEvents = new Counter({
  name: 'billing_usage_events_total',
  help: 'Usage events received by this process, by outcome (accepted, duplicate, conflict, rejected, unauthorized)',
  labelNames: ['outcome'] as const,
  registers: [registry],
});

const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 30];

/** API latency in seconds by route pattern; its count is the request counter. */
export const httpDuration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from the first byte of a request to the end of its response',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: LATENCY_BUCKETS,
  registers: [registry],
});

/** Requests refused with 401, by what they failed to prove. */
export const authenticationFailures = new Counter({
  name: 'authentication_failures_total',
  help: 'Requests refused with 401, by credential (api_key, session, admin_token, provider_signature)',
  labelNames: ['credential'] as const,
  registers: [registry],
});

/** Requests that wait for admission in this process. */
export const requestsWaiting = new Gauge({
  name: 'api_requests_waiting',
  help: 'API requests in this process that wait until earlier ones of their organization have ended',
  registers: [registry],
});

/** Requests that were refused with `overloaded`, by reason. */
export const requestsRefused = new Counter({
  name: 'api_requests_refused_total',
  help: 'API requests refused with 503 overloaded, by reason (queue_full, timeout)',
  labelNames: ['reason'] as const,
  registers: [registry],
});

/** Delivery attempts by outcome: success, or the class of the failure. */
export const deliveryAttempts = new Counter({
  name: 'webhook_delivery_attempts_total',
  help: 'Webhook delivery attempts, by outcome',
  labelNames: ['outcome'] as const,
  registers: [registry],
});

/** Duration of delivery attempts in seconds. */
export const deliveryDuration = new Histogram({
  name: 'webhook_delivery_duration_seconds',
  help: 'Duration of a webhook delivery attempt, from DNS to the end of the response',
  labelNames: ['success'] as const,
  buckets: LATENCY_BUCKETS,
  registers: [registry],
});

/** Time from the transaction of the event to the start of the first attempt, in seconds. */
export const deliveryDelay = new Histogram({
  name: 'webhook_first_attempt_delay_seconds',
  help: 'Time from the creation of a delivery to the start of its first attempt',
  buckets: LATENCY_BUCKETS,
  registers: [registry],
});

/** Attempts in flight in this process: started and not yet recorded. */
export const deliveriesInFlight = new Gauge({
  name: 'webhook_deliveries_in_flight',
  help: 'Webhook delivery attempts in flight in this process: started and not yet recorded',
  registers: [registry],
});

/** Outstanding deliveries in the database by stage, queried when the metrics are read. */
export const queueDepth = new Gauge({
  name: 'webhook_queue_depth',
  help: 'Outstanding webhook deliveries, by stage (queued, leased, waiting)',
  labelNames: ['stage'] as const,
  registers: [registry],
});

/** Reads that a replica may serve, by the host that did. */
export const databaseReads = new Counter({
  name: 'database_report_reads_total',
  help: 'Reads of lists and sums, by host: replica, or primary where the replica is absent or lags',
  labelNames: ['host'] as const,
  registers: [registry],
});

/** How far the replica is behind the primary, at most. */
export const databaseReplicaLag = new Gauge({
  name: 'database_replica_lag_seconds',
  help: 'Age of what the replica of the database serves, at most; absent without a replica',
  registers: [registry],
});

/** Whether the database refuses writes, checked when the metrics are read. */
export const databaseWritesFailing = new Gauge({
  name: 'database_writes_failing',
  help: '1 while the database refuses writes: it is read-only, a standby, or its disk is full',
  registers: [registry],
});
