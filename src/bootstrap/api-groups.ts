import type { ApiGroup } from '../platform/openapi/openapi';

/** The groups of the API description in the order of the story: from an organization to a paid invoice. */
export const API_GROUPS: readonly ApiGroup[] = [
  ['Organizations', 'Start here: an organization owns everything that its API keys create.'],
  ['API keys', 'Keys with scopes and expiry, for your services and people.'],
  ['Webhook endpoints', 'Where you receive events, which kinds, and the signing secrets.'],
  ['Customers', 'Whom you bill, with currency, time zone and payment term.'],
  ['Taxes', 'Rates that apply to the organization, to customers or to plans.'],
  ['Billable metrics', 'What you measure: how usage events become units.'],
  ['Plans', 'A price per interval, and charges for units of billable metrics.'],
  ['Coupons', 'Discounts on the bills of subscriptions, applied to customers.'],
  ['Subscriptions', 'A customer on a plan: trials, plan changes, cancellation, termination.'],
  ['Usage events', 'What a customer consumed, counted exactly once per `transaction_id`.'],
  ['Usage thresholds', 'Amounts of usage that emit `usage_threshold.crossed`.'],
  ['Wallets', 'Prepaid credits that pay invoices before money does.'],
  ['Invoices', 'What a customer owes: drafts, numbers, one-off invoices, voids.'],
  ['Payments', 'Money received for invoices and payment requests, and refunds.'],
  ['Payment providers', 'Connections to providers, and their notifications.'],
  ['Credit notes', 'What is credited, refunded or offset of an invoice.'],
  ['E-mails', 'What is sent to customers, with its state and the messages as they were sent.'],
  ['Dunning', 'Campaigns that request payment of overdue invoices.'],
  ['Webhook deliveries', 'What was sent, attempt by attempt, and retries by hand.'],
  ['Analytics', 'Series by day: deliveries, invoices, usage, recurring revenue.'],
  ['Reconciliation', 'Sums that must agree, and whether they do.'],
  ['Audit log', 'Who changed what, when and from where.'],
  ['Admin', "The operator's routes: they need the admin token."],
  ['Test clock', 'Moves the time of a test environment.'],
].map(([name = '', description = '']) => ({ name, description }));
