import { Injectable, type OnModuleInit } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { Transaction } from '../../../platform/database/transactions';
import { isCurrency } from '../../../platform/domain/currency';
import { Extensions } from '../../../platform/extensions';
import { Outbox } from '../../../platform/outbox/outbox';
import {
  PAYMENT_TARGETS,
  type CoveredInvoice,
  type PayableTarget,
  type PaymentTarget,
  type TargetEvents,
  type TargetPayment,
} from './payment-target';

const TYPE = /^[a-z][a-z0-9_]{0,63}$/;
const MAX_CENTS = BigInt(Number.MAX_SAFE_INTEGER);

/** A record that a payment pays. */
export interface TargetKey {
  readonly type: string;
  readonly id: string;
}

/**
 * The targets of this installation by type, and every call of them. A call throws ExtensionFailedError when the target
 * breaks its contract.
 */
@Injectable()
export class PaymentTargets implements OnModuleInit {
  private readonly byType = new Map<string, PaymentTarget>();

  constructor(
    private readonly extensions: Extensions,
    private readonly outbox: Outbox,
  ) {}

  /** @throws Error for a duplicate or malformed type. */
  onModuleInit(): void {
    for (const target of this.extensions.of(PAYMENT_TARGETS)) {
      const { type } = target;
      if (!TYPE.test(type)) throw new Error(`"${type}" is not a valid type of a payment target`);
      if (this.byType.has(type)) throw new Error(`The payment target "${type}" is registered twice`);
      this.byType.set(type, target);
    }
  }

  get types(): string[] {
    return [...this.byType.keys()];
  }

  /** Null when the organization has no such record. */
  async lock(tx: Transaction, organizationId: string, key: TargetKey): Promise<PayableTarget | null> {
    return this.call(tx, key.type, async (it) => {
      const target = await it.lock(tx, organizationId, key.id);
      if (target !== null) assertPayable(target);
      return target;
    });
  }

  /** Returns the invoices that are due with a record; the caller has locked it. */
  invoicesOf(tx: Transaction, organizationId: string, key: TargetKey): Promise<readonly CoveredInvoice[]> {
    return this.call(tx, key.type, async (it) => (await it.invoicesOf?.(tx, organizationId, key.id)) ?? []);
  }

  apply(tx: Transaction, type: string, payment: TargetPayment): Promise<TargetEvents> {
    return this.change(tx, type, payment, (it) => it.apply(tx, payment));
  }

  fail(tx: Transaction, type: string, payment: TargetPayment): Promise<TargetEvents> {
    return this.change(tx, type, payment, (it) => it.fail(tx, payment));
  }

  reopen(tx: Transaction, type: string, payment: TargetPayment): Promise<TargetEvents> {
    return this.change(tx, type, payment, (it) => it.reopen(tx, payment));
  }

  private change(
    tx: Transaction,
    type: string,
    { organizationId }: TargetPayment,
    work: (target: PaymentTarget) => Promise<TargetEvents>,
  ): Promise<TargetEvents> {
    return this.call(tx, type, async (it) => {
      const { before, after } = await work(it);
      for (const event of [...before, ...after]) {
        if (event.organizationId !== organizationId) throw new Error('an event is of another organization');
      }
      return { before, after };
    });
  }

  private call<R>(tx: Transaction, type: string, work: (target: PaymentTarget) => Promise<R>): Promise<R> {
    const target = this.byType.get(type);
    if (target === undefined) throw new Error(`No payment target is registered as ${type}`);
    return this.extensions.call(PAYMENT_TARGETS, target, (it) => this.outbox.closedFor(tx, () => work(it)));
  }
}

function assertPayable({ customerId, currency, amountDueCents, obstacle }: PayableTarget): void {
  if (!isUUID(customerId)) throw new Error('customerId must be a UUID');
  if (!isCurrency(currency)) throw new Error(`currency must be an ISO 4217 code, not ${currency}`);
  const isAmount = typeof amountDueCents === 'bigint' && amountDueCents >= 0n && amountDueCents <= MAX_CENTS;
  if (!isAmount) throw new Error(`amountDueCents must be a bigint from 0 to 2^53-1, not ${amountDueCents}`);
  if (obstacle !== null && typeof obstacle !== 'string') throw new Error('obstacle must be text or null');
}
