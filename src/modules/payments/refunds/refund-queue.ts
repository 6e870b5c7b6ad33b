import { Injectable } from '@nestjs/common';
import { Transactions, type Caller } from '../../../platform/database/transactions';
import { RequestError } from '../../../platform/errors/app-error';
import { Jobs } from '../../../platform/jobs/jobs';
import type { DueRow } from '../../../platform/jobs/job-failures';
import { SCHEDULES } from '../../../platform/jobs/schedules';
import type { CallResult, RefundState } from '../collector-kit';
import { CollectorConnections } from '../connections/collector-connections';
import type { ConnectedCollector } from '../connections/connected-collector';
import type { RefundOrderEntity } from './refund-order.entity';
import { LEASE_SECONDS, UNDER_WAY_MS, changesBy, referenceOf } from './refund-order.rules';
import { RefundOrders } from './refund-orders';
import { QUEUE, RefundOrdersRepository } from './refund-orders.repository';
import { RefundedPayments } from './refunded-payments';

/** Refunds that one process works on at a time. */
const CONCURRENCY = 8;

/** Sends the refunds that were ordered, each at most once, and asks what became of them. */
@Injectable()
export class RefundQueue {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: RefundOrdersRepository,
    orders: RefundOrders,
    private readonly payments: RefundedPayments,
    private readonly connections: CollectorConnections,
    jobs: Jobs,
  ) {
    const queue = jobs.leasedQueue({
      name: QUEUE,
      schedule: SCHEDULES.refunds,
      concurrency: CONCURRENCY,
      nextDueAt: (reader, now) => repository.dueSince(reader, now),
      claim: (tx, now, limit) => repository.claim(tx, now, limit),
      lease: (tx, organizationId, ids) => repository.lease(tx, organizationId, ids, LEASE_SECONDS),
      work: (row) => this.advance(row),
    });
    orders.onOrder(queue.wake);
  }

  private async advance({ organizationId, id }: DueRow): Promise<void> {
    const order = await this.transactions.readFor(organizationId, (tx) =>
      this.repository.find(tx, organizationId, id),
    );
    if (order === null || order.status === 'failed') return;
    let collector: ConnectedCollector;
    try {
      collector = await this.connections.open(organizationId, order.provider, { collectionId: null });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const result = { kind: 'unavailable', reason: error.message } as const;
      if (order.status === 'succeeded') return this.payments.recheck(order, result);
      await this.record(order, order.requestedAt === null ? 'refund' : 'find', result);
      return;
    }
    if (order.status === 'succeeded') return this.askAgain(order, collector);
    await (order.requestedAt === null ? this.send(order, collector) : this.ask(order, collector));
  }

  private async send(order: RefundOrderEntity, collector: ConnectedCollector): Promise<void> {
    const requestedAt = await this.transactions.runFor(callerOf(order), (tx) =>
      this.repository.begin(tx, order),
    );
    if (requestedAt === null) return;
    const sent = { ...order, requestedAt };
    await this.record(sent, 'refund', await collector.refund(requestOf(sent, requestedAt)));
  }

  private async ask(order: RefundOrderEntity, collector: ConnectedCollector): Promise<void> {
    const { requestedAt, status } = order;
    if (requestedAt === null) return;
    const now = await this.transactions.readFor(order.organizationId, (tx) => this.repository.now(tx));
    const underWayUntil = new Date(requestedAt.getTime() + UNDER_WAY_MS);
    if (status === 'created' && now < underWayUntil) {
      await this.payments.change(order, () => ({ polls: order.polls, nextActionAt: underWayUntil }));
      return;
    }
    await this.record(order, 'find', await collector.findRefund(requestOf(order, requestedAt)));
  }

  /** It may have failed late, and nobody has said so. */
  private async askAgain(order: RefundOrderEntity, collector: ConnectedCollector): Promise<void> {
    const requestedAt = order.requestedAt ?? order.createdAt;
    await this.payments.recheck(order, await collector.findRefund(requestOf(order, requestedAt)));
  }

  private record(
    order: RefundOrderEntity,
    question: 'refund' | 'find',
    result: CallResult<RefundState | null>,
  ): Promise<void> {
    return this.payments.change(order, (current, now) => changesBy(current, question, result, now));
  }
}

const callerOf = ({ organizationId }: RefundOrderEntity): Caller => ({ organizationId, job: QUEUE });

function requestOf(order: RefundOrderEntity, requestedAt: Date) {
  const { id: refundId, providerPaymentId, amountCents, currency } = order;
  return { refundId, reference: referenceOf(order), providerPaymentId, amountCents, currency, requestedAt };
}
