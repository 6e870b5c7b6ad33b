/** The schedules of all jobs, as cron expressions. */
export const SCHEDULES = {
  /** Every 5 minutes, as the published interface promises. */
  webhookRetries: '*/5 * * * *',
  /** Deletes old events, deliveries and idempotency keys in small batches. Hourly, but not on the hour. */
  retention: '17 * * * *',
  /** Voids the balance of expired wallets within the minute. Invoices never use an expired wallet, even before that. */
  walletExpiration: '* * * * *',
  /** Every minute, because grace periods and due dates end at midnight in any time zone. */
  invoices: '* * * * *',
  /** Once a day, because it reads all data. */
  reconciliation: '43 3 * * *',
  /**
   * Usage listeners run immediately after ingestion; this schedule covers crashes and lost notifications.
   */
  usageListeners: '*/10 * * * * *',
  /** Starts subscriptions, and ends trials, periods and subscriptions. */
  subscriptions: '* * * * *',
  /** Plan migrations run immediately after their request; this schedule covers crashes and lost notifications. */
  planMigrations: '* * * * *',
  /** Processes stored notifications of payment providers that were not processed when they arrived. */
  receivedNotifications: '* * * * *',
  /** Documents are drawn immediately after the commit; this schedule covers crashes, lost notifications and retries. */
  documents: '*/5 * * * * *',
  /** E-mails are sent immediately after the commit; this schedule covers crashes, lost notifications and retries. */
  emails: '*/5 * * * * *',
  /** Adds the changes of analytics to their counts; reports include both, so the delay does not show. */
  analytics: '*/5 * * * * *',
  /** Starts, continues or ends dunning for the customers whose next step is due. */
  dunning: '* * * * *',
} as const;
