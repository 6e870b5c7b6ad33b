/** The schedules of all jobs, in cron form. */
export const SCHEDULES = {
  /** Published: the retry task runs every 5 minutes. */
  webhookRetries: '*/5 * * * *',
  /** Goes on with recoveries that a crash interrupted. */
  webhookRecoveries: '* * * * *',
  /** Leftovers of deleting endpoints, after a crash. */
  deletedEndpoints: '*/5 * * * *',
  /** Deletes old events, deliveries and idempotency keys, at a minute when few other jobs start. */
  retention: '17 * * * *',
  /** Makes partitions ahead, and drops old ones: days ahead, so that many failures in a row do no harm. */
  partitions: '7 * * * *',
  /** Reads all keys of usage events, and deletes old ones, so it runs once a day. */
  usageEventKeys: '53 4 * * *',
  /** Deletes old calls of payment providers. */
  providerCallRetention: '37 * * * *',
  /** Deletes expired sessions of the dashboard. They are refused even before that. */
  dashboardSessions: '27 * * * *',
  /** Terminates expired wallets. Expired wallets are not used even before that. */
  walletExpiration: '* * * * *',
  /** Sells credits to wallets whose balance is too low, in seconds. */
  autoTopUps: '*/5 * * * * *',
  /** Adds the credits of recurring grants. */
  recurringGrants: '* * * * *',
  /** Every minute, because grace periods and due dates end at midnight in any time zone. */
  invoices: '* * * * *',
  /** Reads all data, so it runs once a day. */
  reconciliation: '43 3 * * *',
  /** Starts, ends of trials and billing periods, terminations. */
  subscriptions: '* * * * *',
  /** Goes on with plan migrations that a crash interrupted. */
  planMigrations: '* * * * *',
  /** Processes stored provider notifications that were not processed on receipt. */
  receivedNotifications: '* * * * *',
  /** Reads saved methods and the pages on which they are saved, in seconds. */
  paymentMethods: '*/5 * * * * *',
  /** Charges invoices of customers whose collection is automatic. */
  scheduledCharges: '* * * * *',
  /** Sends refunds through providers, and polls them, in seconds. */
  refunds: '*/5 * * * * *',
  /** Compares captures of providers: each connection every hour, and at once after a restore. */
  captures: '* * * * *',
  /** Polls collections, in seconds: a lost answer is resolved within a minute. */
  collections: '*/5 * * * * *',
  /** Renders the documents of what has become final. */
  documents: '* * * * *',
  /** Sends e-mails that wait: new ones are sent at once, so these are the retries and what a crash interrupted. */
  emails: '* * * * *',
  /** Deletes the stored messages of old e-mails. */
  emailRetention: '37 * * * *',
  /** Runs due dunning reviews. */
  dunning: '* * * * *',
} as const;
