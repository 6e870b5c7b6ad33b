import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';

/** What a payment can pay. */
export type TargetKind = 'invoice' | 'payment_request';

/** What a payment pays, as it stands while its row is locked. */
export interface PayableTarget {
  customerId: string;
  currency: string;
  amountDueCents: bigint;
  /** Why it takes no money now, as a sentence; null when it does. */
  obstacle: string | null;
}

/** A payment as its target sees it. */
export interface TargetPayment {
  organizationId: string;
  targetId: string;
  paymentId: string;
  /** What settles the target, or did: at most what was due. */
  amountCents: bigint;
}

/** Events around the payment's own, by the order of the event catalogue. */
export interface TargetEvents {
  /** invoice.* */
  before: DomainEvent[];
  /** payment_request.* */
  after: DomainEvent[];
}

/**
 * Something that payments pay. Called within the transaction of the payment's change, with the payment's row
 * locked; the answered events are appended with the payment's own.
 */
export interface PaymentTarget {
  /** Locks it for the rest of the transaction. @throws NotFoundError */
  lock(tx: Transaction, organizationId: string, id: string): Promise<PayableTarget>;
  /** The payment succeeded. Once per payment. */
  settle(tx: Transaction, payment: TargetPayment): Promise<TargetEvents>;
  /** The payment failed before any money came; `amountCents` is what it was for. */
  fail(tx: Transaction, payment: TargetPayment): Promise<TargetEvents>;
  /** The money went back after it had settled the target. */
  reopen(tx: Transaction, payment: TargetPayment): Promise<TargetEvents>;
}

/** Where modules above register what payments can pay; invoices are registered here. */
@Injectable()
export class PaymentTargets {
  private readonly targets = new Map<TargetKind, PaymentTarget>();

  register(kind: TargetKind, target: PaymentTarget): void {
    this.targets.set(kind, target);
  }

  /** Null while no module has registered the kind. */
  find(kind: TargetKind): PaymentTarget | null {
    return this.targets.get(kind) ?? null;
  }

  /** Of a payment that is on record. */
  get(kind: TargetKind): PaymentTarget {
    const target = this.targets.get(kind);
    if (target === undefined) throw new Error(`Nothing is registered to be paid as ${kind}`);
    return target;
  }
}
