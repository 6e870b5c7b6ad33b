import type { FieldError } from '../../platform/errors/app-error';
import type { PayableInvoice } from '../invoices';

export const PAYMENT_REQUEST_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type PaymentRequestStatus = (typeof PAYMENT_REQUEST_STATUSES)[number];

/**
 * How a request holds its invoices. `open`: no other open request may include them. `exhausted`: the campaign ran out
 * of attempts, so dunning does not request them again. `released`: the request no longer holds them.
 */
export type InvoiceHold = 'open' | 'exhausted' | 'released';

/** The fields of a request that the rules need. */
export interface Attempted {
  /** Null for requests created through the API, which have no automatic attempts. */
  maxAttempts: number | null;
  paymentAttempts: number;
  lastPaymentId: string | null;
}

/** Returns what happens when a payment request is due: another attempt, or failure after the last one. */
export function nextStep(request: Attempted): 'attempt' | 'give_up' {
  return request.paymentAttempts < (request.maxAttempts ?? 0) ? 'attempt' : 'give_up';
}

/**
 * Whether the failure of this payment ends the request: it is the payment of the last attempt, or the request has no
 * automatic attempts.
 */
export function isFinalFailure(request: Attempted, paymentId: string): boolean {
  if (request.maxAttempts === null) return true;
  return nextStep(request) === 'give_up' && request.lastPaymentId === paymentId;
}

/** Returns how a request holds its invoices after it has ended. */
export function stateAfter(status: 'succeeded' | 'failed', maxAttempts: number | null): InvoiceHold {
  return status === 'failed' && maxAttempts !== null ? 'exhausted' : 'released';
}

/** The fields of an invoice that decide whether it is due. */
export type Payable = Pick<PayableInvoice, 'status' | 'amountDueCents'>;

/** Returns the invoice after a payment of this amount. */
export function lessPaid({ status, amountDueCents }: Payable, amountCents: bigint): Payable {
  const isPaid = amountCents > 0n && amountCents === amountDueCents;
  return { status: isPaid ? 'paid' : status, amountDueCents: amountDueCents - amountCents };
}

/**
 * Returns how a request ends once nothing is due on its invoices: it succeeds if any was paid, and fails if all were
 * voided. Null while something is due.
 */
export function endWith(invoices: readonly Payable[]): 'succeeded' | 'failed' | null {
  if (invoices.some(isDue)) return null;
  return invoices.some((it) => it.status === 'paid') ? 'succeeded' : 'failed';
}

export function isDue(invoice: Payable): boolean {
  return invoice.status === 'finalized' && invoice.amountDueCents > 0n;
}

/** Splits an amount over amounts due, in order. An excess is not allocated. */
export function allocate(amountCents: bigint, dues: readonly bigint[]): bigint[] {
  let left = amountCents;
  return dues.map((due) => {
    const part = due < left ? due : left;
    left -= part;
    return part;
  });
}

/** An invoice, as a payment meets it; both amounts in minor units. */
export interface Debt {
  dueCents: bigint;
  /** The amount that the payment paid of it, that was reversed, and that has not been restored. */
  reversedCents: bigint;
}

/** How a payment is applied to invoices; both lists are in their order, in minor units. */
export interface Allocation {
  parts: bigint[];
  /** The reversed amount of each invoice that is no longer due, and therefore pays other invoices. */
  moved: bigint[];
}

/**
 * Splits a payment over invoices: it first restores what was reversed, then pays the invoices in order
 * (docs/payments.md#reversals). An excess is not allocated.
 */
export function allocatePayment(amountCents: bigint, debts: readonly Debt[]): Allocation {
  const again = allocate(
    amountCents,
    debts.map((it) => (it.reversedCents < it.dueCents ? it.reversedCents : it.dueCents)),
  );
  const restCents = again.reduce((left, it) => left - it, amountCents);
  const others = allocate(
    restCents,
    debts.map((it, index) => it.dueCents - (again[index] ?? 0n)),
  );
  const moved = allocate(
    others.reduce((sum, it) => sum + it, 0n),
    debts.map((it, index) => it.reversedCents - (again[index] ?? 0n)),
  );
  return { parts: again.map((it, index) => it + (others[index] ?? 0n)), moved };
}

export function sumDue(invoices: readonly { amountDueCents: bigint }[]): bigint {
  return invoices.reduce((sum, it) => sum + it.amountDueCents, 0n);
}

/** Groups invoices by currency and keeps their order. */
export function byCurrency<I extends { currency: string }>(invoices: readonly I[]): Map<string, I[]> {
  const groups = new Map<string, I[]>();
  for (const invoice of invoices) {
    groups.set(invoice.currency, [...(groups.get(invoice.currency) ?? []), invoice]);
  }
  return groups;
}

/**
 * Returns why invoices cannot be requested together: each must be listed once and be a finalized invoice of the
 * customer with an amount due, and all must be in one currency.
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
    const [code, reason] = obstacle(invoice, customerId, currency) ?? [];
    if (code !== undefined) return [{ field, code, message: `${field} ${reason}.` }];
    const isRepeated = invoices.findIndex((it) => it?.id === invoice?.id) !== index;
    return isRepeated
      ? [{ field, code: 'duplicate', message: `${field} is a duplicate; list each invoice once.` }]
      : [];
  });
}

function obstacle(
  invoice: PayableInvoice | null,
  customerId: string,
  currency: string | undefined,
): [code: string, reason: string] | null {
  if (invoice?.customerId !== customerId) return ['unknown_invoice', 'is not an invoice of this customer'];
  if (invoice.status === 'draft') return ['invalid_state', 'is a draft; finalize it first'];
  if (invoice.status === 'voided') return ['invalid_state', 'is voided'];
  if (!isDue(invoice)) return ['invalid_state', 'is already paid'];
  if (invoice.currency !== currency)
    return ['invalid_currency', `must be in ${currency}, the currency of the first invoice`];
  return null;
}
