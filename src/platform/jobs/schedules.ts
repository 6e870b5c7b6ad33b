/** The schedules of all jobs, as cron expressions. */
export const SCHEDULES = {
  /** Published: the retry task runs every 5 minutes. */
  webhookRetries: '*/5 * * * *',
  /** Deletes old events, deliveries and idempotency keys in small batches. Does not run on the hour. */
  retention: '17 * * * *',
  /** Voids the balance of expired wallets within the minute. Expired wallets are not used in any case. */
  walletExpiration: '* * * * *',
  /** Every minute, because grace periods and due dates end at midnight in any time zone. */
  invoices: '* * * * *',
  /** Reads all data, so it runs once a day. */
  reconciliation: '43 3 * * *',
  /** Followers of usage run right after ingestion; this covers leftovers of a crash and lost notifications. */
  usageFollowers: '*/10 * * * * *',
  /** Starts subscriptions, and ends trials, periods and subscriptions. */
  subscriptions: '* * * * *',
  /** Processes stored provider notifications that were not processed immediately. */
  receivedNotifications: '* * * * *',
  /** Runs due dunning reviews. */
  dunning: '* * * * *',
} as const;
