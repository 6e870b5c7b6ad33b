import type { OpenAPIObject } from '@nestjs/swagger';

/** Tag of the webhooks section. */
export const WEBHOOKS_TAG = 'Webhooks we send';

/** The groups of operations in the order of a billing story, with their descriptions. */
const TAGS: Readonly<Record<string, string>> = {
  Organizations:
    'Tenants of the service. Creating one returns its first API key; every other record belongs to the organization of the key.',
  'API keys': 'Keys of the organization, which can expire, be rotated and be revoked.',
  'Webhook endpoints':
    'URLs that receive signed webhooks about everything that happens, with the event kinds they select and their signing secrets.',
  Customers:
    'People and companies that you bill, under your own `external_id`, with currency, time zone and billing settings.',
  'Billable metrics': 'Rules by which usage events add up to billable units: count, sum, maximum and more.',
  Taxes: 'Tax rates that customers and plans reference by code.',
  Plans:
    'Prices: a recurring fee and charges for usage, in versions. Simulate a plan to see how each amount arises.',
  Subscriptions:
    'Customers on plans, with trials, upgrades, downgrades, cancellation and termination. Each billing period ends with an invoice.',
  'Usage events': 'Reported usage: each event is counted exactly once per `transaction_id`.',
  'Usage thresholds': 'Amounts of usage that trigger `usage_threshold.crossed` within a billing period.',
  Coupons: 'Discounts that are applied to customers and reduce their invoices before taxes.',
  Wallets: 'Prepaid credits of customers, which pay invoices before other payments.',
  Invoices:
    'Amounts that customers owe: one invoice per subscription and billing period, one-off invoices, drafts with a grace period, previews.',
  Fees: 'The lines of all invoices, for reports and exports.',
  'Credit notes': 'Credit and refunds for invoices that were too high.',
  'Payment providers':
    'Connections to Stripe, Razorpay, GoCardless and Dodo Payments, and the notifications that they send.',
  Payments:
    'Payments for invoices and payment requests, recorded by hand or by a provider, and their refunds.',
  Dunning: 'Campaigns that request payment of overdue invoices, and the requests.',
  'E-mails':
    'Messages to customers: final invoices, receipts, credit notes and payment requests, each with its state.',
  'Webhook deliveries':
    'Every delivery with each attempt, its response and its retries; retry failed ones here.',
  Search: 'Records by the beginning of a name, code, number or ID: for the search box of a dashboard.',
  Analytics:
    'Series by day of the time zone of the organization, from counters that are updated with every change.',
  Reconciliation: 'Sums that must agree, such as payments and the invoices they paid.',
  Documents: 'Links to documents that need no API key. Create one with an invoice or a credit note.',
  'Test clock': 'The time of a test environment, which can be moved forward (`TEST_CLOCK=on`).',
  [WEBHOOKS_TAG]: 'The requests that the service sends to your endpoints.',
};

/** Adds the list of tags: those of the story in its order, then those of other modules. */
export function addTags(document: OpenAPIObject): void {
  const used = new Set(
    Object.values(document.paths).flatMap((path) =>
      [path.get, path.post, path.put, path.delete].flatMap((it) => it?.tags ?? []),
    ),
  );
  const known = Object.entries(TAGS).filter(([name]) => used.has(name) || name === WEBHOOKS_TAG);
  const others = [...used].filter((it) => !(it in TAGS));
  document.tags = [
    ...known.map(([name, description]) => ({ name, description })),
    ...others.map((name) => ({ name, description: `Operations of the module ${name}.` })),
  ];
}
