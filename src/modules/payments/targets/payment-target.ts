import type { Transaction } from '../../../platform/database/transactions';
import { extensionPoint } from '../../../platform/extensions';
import type { DomainEvent } from '../../../platform/outbox/event-catalogue';

/** What payments can pay: invoices, payment requests, and what modules add (docs/extending.md#payment-targets). */
export const PAYMENT_TARGETS = extensionPoint<PaymentTarget>('payment targets');

/** A record of a target while it is locked. */
export interface PayableTarget {
  readonly customerId: string;
  /** ISO 4217, upper case. */
  readonly currency: string;
  /** At least 0, in the minor unit. */
  readonly amountDueCents: bigint;
  /** Why the record accepts no money now, as a sentence for API users; null when it does. */
  readonly obstacle: string | null;
  /** What the payer reads, such as the number of an invoice. */
  readonly label?: string | undefined;
}

/** A part of what is due on a target that is due on an invoice. */
export interface CoveredInvoice {
  readonly invoiceId: string;
  /** Above 0, in the minor unit. */
  readonly amountDueCents: bigint;
}

/** A payment as its target sees it. */
export interface TargetPayment {
  readonly organizationId: string;
  readonly targetId: string;
  readonly paymentId: string;
  /** The amount to apply, or that was applied: above 0, and at most the amount due when it was applied. */
  readonly amountCents: bigint;
}

/** The events of a target, in the order of the event catalogue around those of the payment. */
export interface TargetEvents {
  /** Appended before payment.*, as those of invoices are. */
  readonly before: readonly DomainEvent[];
  /** Appended after payment.*, as those of payment requests are. */
  readonly after: readonly DomainEvent[];
}

/**
 * Something that payments pay. Every method but `lock` runs in the transaction that changes the payment, after `lock`.
 * A target returns its events and appends none itself: only so do they get their place around those of the payment.
 * Every target passes test/conformance/payment-target.suite.ts.
 */
export interface PaymentTarget {
  /** `target_type` of payments: lower-case letters, digits and underscores, e.g. `payment_request`. */
  readonly type: string;
  /** Locks the record until the transaction ends; null when the organization has no such record. */
  lock(tx: Transaction, organizationId: string, id: string): Promise<PayableTarget | null>;
  /**
   * Returns the invoices that are due with the record, after `lock` locked them. A target without it cannot be collected:
   * nothing could be reserved (docs/payments.md#reservations).
   */
  invoicesOf?(tx: Transaction, organizationId: string, id: string): Promise<readonly CoveredInvoice[]>;
  /** The payment succeeded: applies its amount. Called once per payment. */
  apply(tx: Transaction, payment: TargetPayment): Promise<TargetEvents>;
  /** The payment failed before any money arrived; `amountCents` is the expected amount. */
  fail(tx: Transaction, payment: TargetPayment): Promise<TargetEvents>;
  /** The money went back after it was applied: the amount is due again. */
  reopen(tx: Transaction, payment: TargetPayment): Promise<TargetEvents>;
}
