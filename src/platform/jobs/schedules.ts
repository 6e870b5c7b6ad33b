/** Every schedule of the service, in cron form with seconds where needed. */
export const SCHEDULES = {
  /** Published: the retry task runs every 5 minutes. */
  webhookRetries: '*/5 * * * *',
  /** Old events, deliveries and idempotency keys go in small batches, off the busy minutes. */
  retention: '17 * * * *',
  /** Grace periods end and due dates pass at midnights of any time zone. */
  invoices: '* * * * *',
  /** What is due of the dunning campaigns. */
  dunning: '* * * * *',
} as const;
