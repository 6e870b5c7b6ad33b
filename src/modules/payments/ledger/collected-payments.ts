import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import { NotificationProcessor } from '../notifications/notification-processor';
import type { TargetKey } from '../targets/payment-targets';
import { RefundOrders } from '../refunds/refund-orders';
import type { PaymentEntity } from './payment.entity';
import { PaymentCreated } from './payment.events';
import { PaymentLedger, eventAbout } from './payment-ledger';
import { UNTOUCHED } from './payment-opening';
import { PaymentRefunds } from './payment-refunds';
import { PaymentsRepository } from './payments.repository';
import { columnsOf } from './target-columns';

/** Money that a provider took for a collection of ours, as the provider reports it. */
export interface CollectedMoney {
  readonly organizationId: string;
  readonly target: TargetKey;
  readonly customerId: string;
  readonly provider: string;
  /** The id that was announced to the provider; a second capture of the same object gets one of its own. */
  readonly paymentId: string;
  readonly providerPaymentId: string;
  readonly checkoutId: string | null;
  readonly amountCents: bigint;
  readonly currency: string;
  /** What of it went back to the payer meanwhile. */
  readonly refundedCents: bigint;
  readonly capturedAt: Date;
}

/** A payment that a collection received. */
export type CollectedPayment = Readonly<
  Pick<PaymentEntity, 'id' | 'amountCents' | 'surplusAmountCents' | 'surplusRefundStatus'> & {
    /** Whether the money was not known before. */
    isNew: boolean;
  }
>;

/** Records the money of collections: exactly once per payment of the provider (docs/payments.md#advancing). */
@Injectable()
export class CollectedPayments {
  constructor(
    private readonly repository: PaymentsRepository,
    private readonly ledger: PaymentLedger,
    private readonly refunds: PaymentRefunds,
    private readonly orders: RefundOrders,
    private readonly processor: NotificationProcessor,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Serializes what is received under these ids with the notifications about them. Call it before anything else is locked.
   */
  async lock(
    tx: Transaction,
    organizationId: string,
    provider: string,
    providerPaymentIds: readonly string[],
  ): Promise<void> {
    for (const id of [...providerPaymentIds].sort()) {
      await this.processor.lockProviderPayment(tx, { organizationId, provider }, id);
    }
  }

  /**
   * Records money after `lock`: as much as is due settles, the rest is a surplus, which is refunded. Notifications about
   * the payment that arrived before are applied now.
   */
  async receive(tx: Transaction, money: CollectedMoney): Promise<CollectedPayment> {
    const { organizationId, provider, providerPaymentId } = money;
    const known = await this.repository.findByProviderId(tx, organizationId, provider, providerPaymentId);
    if (known !== null) return { ...known, isNew: false };
    const opened = await this.open(tx, money);
    const { amountCents, capturedAt: at } = money;
    const created = (payment: PaymentEntity) => [PaymentCreated.of(eventAbout(payment))];
    const received = { amountCents, at, refundsSurplus: true };
    const { payment } = await this.ledger.succeed(tx, opened, received, created);
    await this.refundSurplus(tx, payment, money);
    if (money.refundedCents > 0n) {
      const refund = { id: null, amountCents: null, cumulativeCents: money.refundedCents, hasFailed: false };
      const current = (await this.repository.find(tx, organizationId, payment.id)) ?? payment;
      await this.refunds.apply(tx, current, refund);
    }
    await this.processor.applyUnmatched(tx, { organizationId, provider }, providerPaymentId);
    const after = (await this.repository.find(tx, organizationId, payment.id)) ?? payment;
    return { ...after, isNew: true };
  }

  /** Orders the refund of what was not due, less what the provider has returned by itself. */
  private async refundSurplus(
    tx: Transaction,
    payment: PaymentEntity,
    { refundedCents }: CollectedMoney,
  ): Promise<void> {
    if (payment.surplusRefundStatus !== 'pending') return;
    const amountCents = payment.surplusAmountCents - refundedCents;
    if (amountCents > 0n) {
      await this.orders.order(tx, payment, { amountCents, reason: 'surplus', creditNoteId: null });
    } else {
      await this.repository.update(tx, { ...payment, surplusRefundStatus: 'succeeded' });
    }
  }

  /** Returns those ids of the provider that payments have. */
  known(
    tx: Transaction,
    organizationId: string,
    provider: string,
    providerPaymentIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    return this.repository.knownProviderIds(tx, organizationId, provider, providerPaymentIds);
  }

  /** Whether a payment of one of the invoices was disputed or went back: nothing charges them by itself any more. */
  hasReversed(tx: Transaction, organizationId: string, invoiceIds: readonly string[]): Promise<boolean> {
    return this.repository.hasReversed(tx, organizationId, invoiceIds);
  }

  private async open(tx: Transaction, money: CollectedMoney): Promise<PaymentEntity> {
    const { organizationId, provider, target, customerId, currency, amountCents } = money;
    const isTaken = (await this.repository.find(tx, organizationId, money.paymentId)) !== null;
    const now = this.clock.now();
    const payment: PaymentEntity = {
      ...UNTOUCHED,
      ...columnsOf(target),
      ...{ organizationId, provider, customerId, currency, amountCents },
      id: isTaken ? newId() : money.paymentId,
      providerPaymentId: money.providerPaymentId,
      providerCheckoutId: money.checkoutId,
      reference: null,
      metadata: {},
      createdAt: now,
      updatedAt: now,
    };
    await this.repository.insert(tx, payment);
    return payment;
  }
}
