import type { Env } from './env';

/** How long rows are kept. */
export interface RetentionSettings {
  /** Days for which events, deliveries and what else a job deletes are kept. */
  readonly retentionDays: number;
  /** Days for which a transaction_id of usage is known; null: for ever. */
  readonly usageDedupDays: number | null;
  /** Days for which partitioned tables keep their rows, by table; null: for ever. `npm run migrate` puts it in force. */
  readonly partitionRetention: Readonly<Record<string, number | null>>;
}

/** Returns how long rows are kept. */
export function retentionSettings({
  RETENTION_DAYS,
  AUDIT_RETENTION_DAYS,
  USAGE_DEDUP_DAYS,
}: Env): RetentionSettings {
  return {
    retentionDays: RETENTION_DAYS,
    usageDedupDays: daysOf(USAGE_DEDUP_DAYS),
    partitionRetention: {
      audit_log: daysOf(AUDIT_RETENTION_DAYS),
      outbox_events: RETENTION_DAYS,
      webhook_deliveries: RETENTION_DAYS,
      webhook_attempts: RETENTION_DAYS,
    },
  };
}

const daysOf = (days: number): number | null => (days === 0 ? null : days);
