import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import { Outbox } from '../../../platform/outbox/outbox';
import type { EventDefinition } from '../../../platform/outbox/event-catalogue';
import type { PaymentEntity } from '../ledger/payment.entity';
import { toRefundResponse, type RefundDto } from './refund-order.dto';
import type { RefundOrderEntity } from './refund-order.entity';
import type { RefundReason } from './refund-order.rules';
import { RefundOrdersRepository, type OpenOrder } from './refund-orders.repository';
import { RefundCreated, RefundFailed } from './refund.events';

/** What is to be refunded of a payment. */
export interface RefundWish {
  readonly amountCents: bigint;
  readonly reason: RefundReason;
  readonly creditNoteId: string | null;
}

/** Orders refunds through providers; a queue sends them after the commit (docs/payments.md#refunds-through-the-provider). */
@Injectable()
export class RefundOrders {
  private wakeQueue: () => void = () => undefined;

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: RefundOrdersRepository,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Set by the queue, which sends what is ordered. */
  onOrder(wake: () => void): void {
    this.wakeQueue = wake;
  }

  /** Orders a refund of a payment whose lock the caller holds, or which is new. */
  async order(
    tx: Transaction,
    { organizationId, id: paymentId, provider, providerPaymentId, currency }: PaymentEntity,
    wish: RefundWish,
  ): Promise<RefundOrderEntity> {
    if (providerPaymentId === null) throw new Error(`The provider has no id of payment ${paymentId}`);
    const now = this.clock.now();
    const order: RefundOrderEntity = {
      ...wish,
      ...{ organizationId, id: newId(), paymentId, provider, providerPaymentId, currency },
      status: 'created',
      providerRefundId: null,
      failureCode: null,
      failureReason: null,
      tries: 1,
      polls: 0,
      requestedAt: null,
      nextActionAt: await this.repository.now(tx),
      createdAt: now,
      updatedAt: now,
    };
    await this.repository.insert(tx, order);
    await this.announce(tx, RefundCreated, order);
    this.transactions.afterCommit(tx, this.wakeQueue);
    return order;
  }

  /** A refund of the provider failed after it had succeeded: the money is still here, and a person decides. */
  async failLate(
    tx: Transaction,
    payment: PaymentEntity,
    providerRefundId: string,
  ): Promise<Partial<PaymentEntity>> {
    const orders = await this.repository.ofPayment(tx, payment.organizationId, payment.id);
    const order = orders.find((it) => it.providerRefundId === providerRefundId);
    if (order?.status !== 'succeeded') return {};
    const failed = {
      ...order,
      status: 'failed',
      failureReason: 'It failed late.',
      nextActionAt: null,
      updatedAt: this.clock.now(),
    } as const;
    await this.repository.update(tx, order, failed);
    await this.announce(tx, RefundFailed, failed);
    return { needsReview: true, ...(order.reason === 'surplus' ? { surplusRefundStatus: 'failed' } : {}) };
  }

  async announce(tx: Transaction, kind: EventDefinition<RefundDto>, order: RefundOrderEntity): Promise<void> {
    const { organizationId, id: objectId } = order;
    await this.outbox.append(tx, kind.of({ organizationId, objectId, object: toRefundResponse(order) }));
  }

  /** Returns what is ordered and has not come to an end, of a payment and of all that paid these invoices. */
  open(
    tx: Transaction,
    { organizationId, id }: PaymentEntity,
    invoiceIds: readonly string[],
  ): Promise<OpenOrder[]> {
    return this.repository.openOf(tx, organizationId, id, invoiceIds);
  }

  /** Returns the order that a refund of the provider belongs to; null for one that was made elsewhere. */
  async ofReport(
    tx: Transaction,
    { organizationId, id }: PaymentEntity,
    providerRefundId: string,
    amountCents: bigint | null,
  ): Promise<RefundOrderEntity | null> {
    const orders = await this.repository.ofPayment(tx, organizationId, id);
    const named = orders.find((it) => it.providerRefundId === providerRefundId);
    if (named !== undefined) return named;
    // The report may come before the answer to our request.
    const isSent = (it: RefundOrderEntity): boolean =>
      it.providerRefundId === null && it.requestedAt !== null && it.status !== 'failed';
    return (
      orders.find((it) => isSent(it) && (amountCents === null || it.amountCents === amountCents)) ?? null
    );
  }
}
