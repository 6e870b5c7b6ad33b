/** Every schedule of the service, in cron form with seconds where needed. */
export const SCHEDULES = {
  /** Published: the retry task runs every 5 minutes. */
  webhookRetries: '*/5 * * * *',
  /** Old events, deliveries and idempotency keys go in small batches, off the busy minutes. */
  retention: '17 * * * *',
  /** Wallets that have expired are not used any more; the rest in them is voided within the minute. */
  walletExpiration: '* * * * *',
  /** Grace periods end and due dates pass at midnights of any time zone. */
  invoices: '* * * * *',
  /** Reads everything there is: once a day, when it is quiet in most places. */
  reconciliation: '43 3 * * *',
  /** Followers of usage act right after ingestion; this is for what a crash or a lost hint left. */
  usageFollowers: '*/10 * * * * *',
  /** Starts, ends of trials and periods, terminations. */
  subscriptions: '* * * * *',
  /** Provider notifications that are on record and were not processed at once. */
  receivedNotifications: '* * * * *',
  /** What is due of the dunning campaigns. */
  dunning: '* * * * *',
} as const;
