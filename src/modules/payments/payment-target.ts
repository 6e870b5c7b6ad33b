import type { Transaction } from '../../platform/database/transactions';
import { extensionPoint } from '../../platform/extensions';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';

/** The target of a payment while it is locked. */
export interface PayableTarget {
  customerId: string;
  currency: string;
  amountDueCents: bigint;
  /** Why the target accepts no money now, as a sentence; null if it accepts money. */
  obstacle: string | null;
}

/** A payment as its target sees it. */
export interface TargetPayment {
  organizationId: string;
  targetId: string;
  paymentId: string;
  /** The amount applied to the target: at most the amount due. */
  amountCents: bigint;
}

/** The events of a target to append before and after those of the payment. */
export interface TargetEvents {
  /** Events of records that the money completes, e.g. invoice.paid. */
  before: DomainEvent[];
  /** Events that follow from the payment, e.g. payment_request.payment_succeeded. */
  after: DomainEvent[];
}

/** The kinds of records that payments pay (docs/extending.md#payment-targets). */
export const PAYMENT_TARGETS = extensionPoint<PaymentTarget>('payment targets');

/**
 * A record that payments can pay. Every method runs in the transaction that changes the payment, with the payment
 * locked. A target returns its events and appends none itself: they are appended in order with those of the payment. It
 * may refuse with an AppError. Every target passes test/conformance/payment-target.suite.ts.
 */
export interface PaymentTarget {
  /** The value of `target_kind`, in snake_case. Payments store it, so it must never change. */
  readonly kind: string;
  /**
   * Locks the target until the transaction ends. Called when a payment is created, and before `apply`.
   *
   * @throws NotFoundError
   */
  lock(tx: Transaction, organizationId: string, id: string): Promise<PayableTarget>;
  /** Applies a payment that has succeeded. Called once per payment, and again after each `reopen`. */
  apply(tx: Transaction, payment: TargetPayment): Promise<TargetEvents>;
  /** Called when a payment fails before any money arrived; `amountCents` is the expected amount. */
  fail(tx: Transaction, payment: TargetPayment): Promise<TargetEvents>;
  /** Reverses a payment that was applied: the amount is due again. */
  reopen(tx: Transaction, payment: TargetPayment): Promise<TargetEvents>;
}
