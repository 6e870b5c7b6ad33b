import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';

export type TargetKind = 'invoice' | 'payment_request';

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
  /** invoice.* */
  before: DomainEvent[];
  /** payment_request.* */
  after: DomainEvent[];
}

/**
 * A record that payments can pay. Every method runs in the transaction that changes the payment, with the
 * payment locked. The returned events are appended with those of the payment.
 */
export interface PaymentTarget {
  /** Locks the target until the transaction ends. @throws NotFoundError */
  lock(tx: Transaction, organizationId: string, id: string): Promise<PayableTarget>;
  /** Applies a payment that has succeeded. Called once per payment, and again after each `reopen`. */
  apply(tx: Transaction, payment: TargetPayment): Promise<TargetEvents>;
  /** Called when a payment fails before any money arrived; `amountCents` is the expected amount. */
  fail(tx: Transaction, payment: TargetPayment): Promise<TargetEvents>;
  /** Reverses a payment that was applied: the amount is due again. */
  reopen(tx: Transaction, payment: TargetPayment): Promise<TargetEvents>;
}

/** Modules above register here what payments can pay. This module registers invoices. */
@Injectable()
export class PaymentTargets {
  private readonly targets = new Map<TargetKind, PaymentTarget>();

  register(kind: TargetKind, target: PaymentTarget): void {
    this.targets.set(kind, target);
  }

  /** Returns null while no module has registered the kind. */
  find(kind: TargetKind): PaymentTarget | null {
    return this.targets.get(kind) ?? null;
  }

  /** Returns the target of a stored payment. */
  get(kind: TargetKind): PaymentTarget {
    const target = this.targets.get(kind);
    if (target === undefined) throw new Error(`No payment target is registered for ${kind}`);
    return target;
  }
}
