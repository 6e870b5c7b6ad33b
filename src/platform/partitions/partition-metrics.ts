import { Gauge } from 'prom-client';
import { registry } from '../observability/metrics';

/** Rows whose ids lie in no other partition, counted when the metrics are read, up to 100,000. */
export const defaultPartitionRows = new Gauge({
  name: 'database_default_partition_rows',
  help: 'Rows that no partition of their time takes, by table; 0 unless partitions were not made in time, or a clock is wrong',
  labelNames: ['table_name'] as const,
  registers: [registry],
});
