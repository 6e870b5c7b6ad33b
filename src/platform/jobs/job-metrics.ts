import { Counter, Gauge, Histogram } from 'prom-client';
import { registry } from '../observability/metrics';

const BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1800];
/** Not `job`, which Prometheus sets itself. */
const labelNames = ['job_name'] as const;

/** When a job last ran to its end in this process; rows that failed and were postponed do not count against it. */
export const lastSuccess = new Gauge({
  name: 'job_last_success_timestamp_seconds',
  help: 'Time of the last successful run of a job in this process, in Unix seconds',
  labelNames,
  registers: [registry],
});

export const runDuration = new Histogram({
  name: 'job_duration_seconds',
  help: 'Duration of one run of a job',
  labelNames,
  buckets: BUCKETS,
  registers: [registry],
});

export const failedRuns = new Counter({
  name: 'job_failures_total',
  help: 'Runs of a job that failed as a whole',
  labelNames,
  registers: [registry],
});

export const handledRows = new Counter({
  name: 'job_rows_total',
  help: 'Rows that a job processed successfully',
  labelNames,
  registers: [registry],
});

export const failedRows = new Counter({
  name: 'job_row_failures_total',
  help: 'Rows that failed in a job and were postponed',
  labelNames,
  registers: [registry],
});

export const postponedRows = new Gauge({
  name: 'job_postponed_rows',
  help: 'Rows that failed and wait for their retry, of all processes',
  labelNames,
  registers: [registry],
});

export const oldestDue = new Gauge({
  name: 'job_oldest_due_seconds',
  help: 'How long the oldest due row of a job has been due, postponed rows excluded; 0 when nothing is due',
  labelNames,
  registers: [registry],
});

/** Runs `job` and records its duration and outcome under its name. */
export async function observed<T>(name: string, job: () => Promise<T>): Promise<T> {
  const labels = { job_name: name };
  const end = runDuration.startTimer(labels);
  try {
    const result = await job();
    lastSuccess.setToCurrentTime(labels);
    return result;
  } catch (error) {
    failedRuns.inc(labels);
    throw error;
  } finally {
    end();
  }
}
