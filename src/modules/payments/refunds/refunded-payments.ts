import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import type { CallResult, RefundState } from '../collector-kit';
import type { PaymentEntity } from '../ledger/payment.entity';
import { PaymentRefunds } from '../ledger/payment-refunds';
import { PaymentsRepository } from '../ledger/payments.repository';
import type { RefundOrderEntity } from './refund-order.entity';
import { recheck, type RefundChanges } from './refund-order.rules';
import { RefundOrders } from './refund-orders';
import { QUEUE, RefundOrdersRepository } from './refund-orders.repository';
import { RefundFailed, RefundSucceeded } from './refund.events';

/** Records the ends of refunds, together with their payments. */
@Injectable()
export class RefundedPayments {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: RefundOrdersRepository,
    private readonly payments: PaymentsRepository,
    private readonly refunds: PaymentRefunds,
    private readonly orders: RefundOrders,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Changes a refund under the lock of its payment, unless another process has recorded its end meanwhile. */
  change(
    order: RefundOrderEntity,
    change: (current: RefundOrderEntity, now: Date) => RefundChanges,
  ): Promise<void> {
    const { organizationId, id, paymentId } = order;
    return this.transactions.runFor({ organizationId, job: QUEUE }, async (tx) => {
      const payment = await this.payments.findForUpdate(tx, organizationId, paymentId);
      const current = await this.repository.find(tx, organizationId, id);
      if (payment === null || current === null) throw new Error(`Refund ${id} has no payment`);
      const isOver = current.status === 'succeeded' || current.status === 'failed';
      if (isOver || current.tries !== order.tries) return;
      const changes = change(current, await this.repository.now(tx));
      const after = { ...current, ...changes, updatedAt: this.clock.now() };
      await this.repository.update(tx, current, { ...changes, updatedAt: after.updatedAt });
      await this.finish(tx, after);
    });
  }

  /** Records what the provider says of a refund that has succeeded: usually nothing new, or that it failed late. */
  recheck(order: RefundOrderEntity, result: CallResult<RefundState | null>): Promise<void> {
    const { organizationId, id, paymentId } = order;
    return this.transactions.runFor({ organizationId, job: QUEUE }, async (tx) => {
      const payment = await this.payments.findForUpdate(tx, organizationId, paymentId);
      const current = await this.repository.find(tx, organizationId, id);
      if (payment === null || current === null) throw new Error(`Refund ${id} has no payment`);
      // A notification, or another process, was faster.
      if (current.status !== 'succeeded' || current.polls !== order.polls) return;
      const hasFailed = result.kind === 'done' && result.value?.status === 'failed';
      if (hasFailed && isRefundable(payment)) {
        const reported = { id: current.providerRefundId, amountCents: current.amountCents };
        const { changed } = await this.refunds.apply(tx, payment, {
          ...reported,
          cumulativeCents: null,
          hasFailed,
        });
        if (changed) return;
      }
      const next = recheck(current, await this.repository.now(tx));
      await this.repository.update(tx, current, { ...next, updatedAt: current.updatedAt });
    });
  }

  private async finish(tx: Transaction, order: RefundOrderEntity): Promise<void> {
    const { organizationId, paymentId, status } = order;
    if (status !== 'succeeded' && status !== 'failed') return;
    const payment = await this.payments.find(tx, organizationId, paymentId);
    if (payment === null) throw new Error(`Refund ${order.id} has no payment`);
    const after = status === 'succeeded' ? await this.refunds.recordOrder(tx, payment, order) : payment;
    if (order.reason === 'surplus' || status === 'failed') {
      await this.payments.update(tx, {
        ...after,
        surplusRefundStatus: order.reason === 'surplus' ? status : after.surplusRefundStatus,
        needsReview: status === 'failed',
        updatedAt: this.clock.now(),
      });
    }
    await this.orders.announce(tx, status === 'succeeded' ? RefundSucceeded : RefundFailed, order);
  }
}

/** Whether its money is here or went back by refunds: not of what a dispute has taken. */
const isRefundable = ({ status }: PaymentEntity): boolean => status === 'succeeded' || status === 'refunded';
