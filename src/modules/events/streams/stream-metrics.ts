import { Counter, Gauge } from 'prom-client';
import { registry } from '../../../platform/observability/metrics';

const labelNames = ['source'] as const;

/** What became of messages; `usageEvents` counts their events. */
export const streamMessages = new Counter({
  name: 'billing_usage_stream_messages_total',
  help: 'Messages of usage streams settled by this process, by source and outcome (accepted, rejected, retried)',
  labelNames: ['source', 'outcome'] as const,
  registers: [registry],
});

/** Messages that a source has handed out before. */
export const streamRedeliveries = new Counter({
  name: 'billing_usage_stream_redeliveries_total',
  help: 'Messages of usage streams that this process received again, by source',
  labelNames,
  registers: [registry],
});

/** What can never be stored. */
export const streamRejections = new Counter({
  name: 'billing_usage_stream_rejections_total',
  help: 'Events of usage streams that this process set aside because they can never be stored, by source',
  labelNames,
  registers: [registry],
});

/** Whether the last attempt to read succeeded. */
export const streamUp = new Gauge({
  name: 'billing_usage_stream_up',
  help: '1 while this process can read the usage stream, else 0, by source',
  labelNames,
  registers: [registry],
});

/** Measured when the metrics are read. */
export const streamLag = new Gauge({
  name: 'billing_usage_stream_lag_messages',
  help: 'Messages of the usage stream that are not settled yet, of all processes, by source',
  labelNames,
  registers: [registry],
});
