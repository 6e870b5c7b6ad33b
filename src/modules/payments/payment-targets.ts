import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { isCurrency } from '../../platform/domain/currency';
import { AmountOutOfRangeError } from '../../platform/domain/money';
import { AppError, NotFoundError } from '../../platform/errors/app-error';
import { Extensions } from '../../platform/extensions';
import { Outbox } from '../../platform/outbox/outbox';
import { returnedEvents } from '../../platform/outbox/returned-events';
import {
  PAYMENT_TARGETS,
  type PayableTarget,
  type PaymentTarget,
  type TargetEvents,
  type TargetKind,
  type TargetPayment,
} from './payment-target';

const MAX_CENTS = BigInt(Number.MAX_SAFE_INTEGER);
/** A target throws these to refuse; they are no failures. */
const REFUSALS = [AppError, AmountOutOfRangeError];

/** Names the record that a payment pays. */
export interface TargetKey {
  kind: TargetKind;
  id: string;
}

/**
 * Calls the targets of payments. Every method throws ExtensionFailedError if the target breaks its contract.
 */
@Injectable()
export class PaymentTargets implements OnModuleInit {
  private readonly byKind = new Map<TargetKind, PaymentTarget>();

  constructor(
    private readonly extensions: Extensions,
    private readonly outbox: Outbox,
  ) {}

  /** @throws Error if two targets have the same kind. */
  onModuleInit(): void {
    for (const target of this.extensions.of(PAYMENT_TARGETS)) {
      const { kind } = target;
      if (this.byKind.has(kind)) throw new Error(`Two payment targets have the kind "${kind}"; remove one`);
      this.byKind.set(kind, target);
    }
  }

  /** @throws NotFoundError */
  async lock(tx: Transaction, organizationId: string, { kind, id }: TargetKey): Promise<PayableTarget> {
    if (!this.byKind.has(kind)) throw new NotFoundError(kind.replace('_', ' '));
    return this.call(tx, kind, async (it) => {
      const target = await it.lock(tx, organizationId, id);
      assertPayable(target);
      return target;
    });
  }

  apply(tx: Transaction, kind: TargetKind, payment: TargetPayment): Promise<TargetEvents> {
    return this.change(tx, kind, payment, (it) => it.apply(tx, payment));
  }

  fail(tx: Transaction, kind: TargetKind, payment: TargetPayment): Promise<TargetEvents> {
    return this.change(tx, kind, payment, (it) => it.fail(tx, payment));
  }

  reopen(tx: Transaction, kind: TargetKind, payment: TargetPayment): Promise<TargetEvents> {
    return this.change(tx, kind, payment, (it) => it.reopen(tx, payment));
  }

  private change(
    tx: Transaction,
    kind: TargetKind,
    { organizationId }: TargetPayment,
    work: (target: PaymentTarget) => Promise<TargetEvents>,
  ): Promise<TargetEvents> {
    return this.call(tx, kind, async (it) => {
      const { before, after } = await work(it);
      return {
        before: returnedEvents(before, organizationId),
        after: returnedEvents(after, organizationId),
      };
    });
  }

  private call<R>(
    tx: Transaction,
    kind: TargetKind,
    work: (target: PaymentTarget) => Promise<R>,
  ): Promise<R> {
    const target = this.byKind.get(kind);
    if (target === undefined) throw new Error(`No payment target has the kind ${kind}`);
    const closed = (it: PaymentTarget) => this.outbox.closedFor(tx, () => work(it));
    return this.extensions.call(PAYMENT_TARGETS, target, closed, REFUSALS);
  }
}

function assertPayable({ currency, amountDueCents }: PayableTarget): void {
  if (!isCurrency(currency)) throw new Error(`currency must be an ISO 4217 code, not ${currency}`);
  const isAmount = typeof amountDueCents === 'bigint' && amountDueCents >= 0n && amountDueCents <= MAX_CENTS;
  if (!isAmount) throw new Error(`amountDueCents must be a bigint from 0 to 2^53-1, not ${amountDueCents}`);
}
