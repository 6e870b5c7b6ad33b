import type { FieldError } from '../../platform/errors/app-error';
import type { PayableInvoice } from '../invoices';

/** The decisions of dunning: docs/billing-rules.md#dunning. */

export const CAMPAIGN_STATUSES = ['active', 'inactive'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** The overdue amount from which a campaign requests payment. */
export interface Threshold {
  currency: string;
  amountCents: number;
}

/** Returns what is wrong with the thresholds of a campaign: there must be one, and at most one per currency. */
export function thresholdErrors(thresholds: readonly { currency: string }[]): FieldError[] {
  if (thresholds.length === 0) {
    return [{ field: 'thresholds', code: 'too_short', message: 'thresholds must have at least 1 entry.' }];
  }
  return thresholds.flatMap(({ currency }, index) => {
    const field = `thresholds.${index}.currency`;
    const isFirst = thresholds.findIndex((it) => it.currency === currency) === index;
    const message = `${field} must differ from the currencies of the other thresholds.`;
    return isFirst ? [] : [{ field, code: 'invalid_value', message }];
  });
}

/**
 * Returns the campaign that applies to a customer: its own, otherwise the default of the organization. An inactive own
 * campaign also suppresses the default, so that a customer can be exempt from dunning.
 */
export function applicableCampaign<C extends { status: CampaignStatus }>(
  own: C | null,
  ofOrganization: C | null,
): C | null {
  const campaign = own ?? ofOrganization;
  return campaign?.status === 'active' ? campaign : null;
}

/** Whether a campaign acts on an overdue amount. It ignores currencies without a threshold. */
export function reachesThreshold(
  campaign: { thresholds: readonly Threshold[] },
  currency: string,
  overdueCents: bigint,
): boolean {
  const threshold = campaign.thresholds.find((it) => it.currency === currency);
  return threshold !== undefined && overdueCents > 0n && overdueCents >= BigInt(threshold.amountCents);
}

export const PAYMENT_REQUEST_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type PaymentRequestStatus = (typeof PAYMENT_REQUEST_STATUSES)[number];

/**
 * What a payment request means for its invoice. `open`: no other request can have it. `exhausted`: a campaign requested it
 * until its attempts ran out, and no campaign requests it again. `released`: nothing.
 */
export type RequestedInvoiceState = 'open' | 'exhausted' | 'released';

/** The fields of a payment request that decide about its attempts. */
export interface Attempts {
  /** Null: created by hand or by batch, without attempts of its own. */
  maxAttempts: number | null;
  paymentAttempts: number;
  lastPaymentId: string | null;
}

/** Returns what happens when a payment request is due: another attempt, or failure after the last one. */
export function nextStep(request: Attempts): 'attempt' | 'fail' {
  return request.paymentAttempts < (request.maxAttempts ?? 0) ? 'attempt' : 'fail';
}

/** Whether the failure of this payment ends the request: no attempt follows, neither by campaign nor by hand. */
export function isFinalFailure(request: Attempts, paymentId: string): boolean {
  if (request.maxAttempts === null) return true;
  return nextStep(request) === 'fail' && request.lastPaymentId === paymentId;
}

/** Returns the state of the invoices of a request that ends. */
export function invoiceStateAfter(
  status: 'succeeded' | 'failed',
  maxAttempts: number | null,
): RequestedInvoiceState {
  return status === 'failed' && maxAttempts !== null ? 'exhausted' : 'released';
}

/** The fields of an invoice that decide whether it is due. */
export type Payable = Pick<PayableInvoice, 'status' | 'amountDueCents'>;

export function isDue(invoice: Payable): boolean {
  return invoice.status === 'finalized' && invoice.amountDueCents > 0n;
}

/** Returns the invoice after a payment of the amount. */
export function afterPayment({ status, amountDueCents }: Payable, amountCents: bigint): Payable {
  const isPaid = amountCents > 0n && amountCents === amountDueCents;
  return { status: isPaid ? 'paid' : status, amountDueCents: amountDueCents - amountCents };
}

/**
 * Returns the final status of a request whose invoices have nothing due: `succeeded` if any was paid, `failed` if all were
 * voided. Null while something is due.
 */
export function finalStatus(invoices: readonly Payable[]): 'succeeded' | 'failed' | null {
  if (invoices.some(isDue)) return null;
  return invoices.some((it) => it.status === 'paid') ? 'succeeded' : 'failed';
}

/** Splits money over amounts due, in order; the rest is applied to nothing. */
export function allocate(amountCents: bigint, dues: readonly bigint[]): bigint[] {
  let left = amountCents;
  return dues.map((due) => {
    const part = due < left ? due : left;
    left -= part;
    return part;
  });
}

export function sumDue(invoices: readonly { amountDueCents: bigint }[]): bigint {
  return invoices.reduce((sum, it) => sum + it.amountDueCents, 0n);
}

/** Groups invoices by currency, in their order. */
export function byCurrency<I extends { currency: string }>(invoices: readonly I[]): Map<string, I[]> {
  const groups = new Map<string, I[]>();
  for (const invoice of invoices) {
    groups.set(invoice.currency, [...(groups.get(invoice.currency) ?? []), invoice]);
  }
  return groups;
}

/**
 * Returns why invoices cannot be requested together: each must be a finalized invoice of the customer with an amount due,
 * named once, all in one currency.
 *
 * @param invoices in the order of the request body; null for one that does not exist.
 */
export function invoiceErrors(
  invoices: readonly (PayableInvoice | null)[],
  customerId: string,
): FieldError[] {
  if (invoices.length === 0) {
    return [{ field: 'invoice_ids', code: 'too_short', message: 'invoice_ids must have at least 1 entry.' }];
  }
  const currency = invoices.find((it) => it?.customerId === customerId)?.currency;
  return invoices.flatMap((invoice, index) => {
    const field = `invoice_ids.${index}`;
    const [code, reason] = problemOf(invoice, customerId, currency) ?? [];
    if (code !== undefined) return [{ field, code, message: `${field} ${reason}.` }];
    const isRepeated = invoices.findIndex((it) => it?.id === invoice?.id) !== index;
    return isRepeated
      ? [{ field, code: 'duplicate', message: `${field} must not repeat another entry.` }]
      : [];
  });
}

function problemOf(
  invoice: PayableInvoice | null,
  customerId: string,
  currency: string | undefined,
): [code: string, reason: string] | null {
  if (invoice?.customerId !== customerId) return ['unknown_invoice', 'must be an invoice of this customer'];
  if (invoice.status === 'draft') return ['invalid_state', 'must be finalized, but is a draft'];
  if (invoice.status === 'voided') return ['invalid_state', 'must have an amount due, but is voided'];
  if (!isDue(invoice)) return ['invalid_state', 'must have an amount due, but is paid'];
  if (invoice.currency !== currency) return ['invalid_currency', `must be in ${currency}, like the first`];
  return null;
}
