import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { isCurrency } from '../../platform/domain/currency';
import { AmountOutOfRangeError } from '../../platform/domain/money';
import { AppError, InvalidStateError, ValidationFailedError } from '../../platform/errors/app-error';
import { Extensions } from '../../platform/extensions';
import { Outbox } from '../../platform/outbox/outbox';
import { returnedEvents } from '../../platform/outbox/returned-events';
import {
  PAYMENT_TARGETS,
  type PayableTarget,
  type PaymentTarget,
  type TargetEvents,
  type TargetPayment,
} from './payment-target';
import { ownFieldOf, type TargetKey } from './target-key';

const MAX_CENTS = BigInt(Number.MAX_SAFE_INTEGER);
/** A target throws these to refuse; they are no failures. */
const REFUSALS = [AppError, AmountOutOfRangeError];

/** A word of the error code `unknown_<kind>`. */
const KIND = /^[a-z][a-z0-9_]{0,63}$/;

/**
 * Calls the targets of payments. Every call throws ExtensionFailedError if the target breaks its contract, and
 * InvalidStateError if the module of the target is no longer installed.
 */
@Injectable()
export class PaymentTargets implements OnModuleInit {
  private readonly byKind = new Map<string, PaymentTarget>();

  constructor(
    private readonly extensions: Extensions,
    private readonly outbox: Outbox,
  ) {}

  /** @throws Error for a kind that two targets have or that is malformed. */
  onModuleInit(): void {
    for (const target of this.extensions.of(PAYMENT_TARGETS)) {
      const { kind } = target;
      if (!KIND.test(kind)) {
        throw new Error(`"${kind}" is not a valid kind of a payment target: it must match ${KIND.source}`);
      }
      if (this.byKind.has(kind)) throw new Error(`Two payment targets have the kind "${kind}"; remove one`);
      this.byKind.set(kind, target);
    }
  }

  /** @throws ValidationFailedError for a kind that no target has. */
  assertKnown(kind: string): void {
    if (this.byKind.has(kind)) return;
    const kinds = [...this.byKind.keys()].filter((it) => ownFieldOf(it) === undefined);
    const message =
      kinds.length === 0
        ? 'No module of this installation adds a target_kind; send invoice_id or payment_request_id.'
        : `target_kind must be one of: ${kinds.join(', ')}.`;
    throw ValidationFailedError.of('target_kind', 'invalid_value', message);
  }

  /** @throws NotFoundError */
  lock(tx: Transaction, organizationId: string, { kind, id }: TargetKey): Promise<PayableTarget> {
    return this.call(tx, kind, async (it) => {
      const target = await it.lock(tx, organizationId, id);
      assertPayable(target);
      return target;
    });
  }

  apply(tx: Transaction, kind: string, payment: TargetPayment): Promise<TargetEvents> {
    return this.change(tx, kind, payment, (it) => it.apply(tx, payment));
  }

  fail(tx: Transaction, kind: string, payment: TargetPayment): Promise<TargetEvents> {
    return this.change(tx, kind, payment, (it) => it.fail(tx, payment));
  }

  reopen(tx: Transaction, kind: string, payment: TargetPayment): Promise<TargetEvents> {
    return this.change(tx, kind, payment, (it) => it.reopen(tx, payment));
  }

  private change(
    tx: Transaction,
    kind: string,
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

  private async call<R>(
    tx: Transaction,
    kind: string,
    work: (target: PaymentTarget) => Promise<R>,
  ): Promise<R> {
    const target = this.byKind.get(kind);
    if (target === undefined) {
      throw new InvalidStateError(
        `Payments of a ${kind} need the module of this kind, which is not installed.`,
      );
    }
    const closed = (it: PaymentTarget) => this.outbox.closedFor(tx, () => work(it));
    return this.extensions.call(PAYMENT_TARGETS, target, closed, REFUSALS);
  }
}

function assertPayable({ currency, amountDueCents }: PayableTarget): void {
  if (!isCurrency(currency)) throw new Error(`currency must be an ISO 4217 code, not ${currency}`);
  const isAmount = typeof amountDueCents === 'bigint' && amountDueCents >= 0n && amountDueCents <= MAX_CENTS;
  if (!isAmount) throw new Error(`amountDueCents must be a bigint from 0 to 2^53-1, not ${amountDueCents}`);
}
