import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { Outbox } from '../../platform/outbox/outbox';
import { DunningReviews } from './dunning-reviews';
import type { PaymentRequest } from './payment-request.dto';
import { failedEventOf } from './payment-request.events';
import { stateAfter } from './payment-request.rules';
import { PaymentRequestsRepository } from './payment-requests.repository';

@Injectable()
export class PaymentRequestEnd {
  constructor(
    private readonly repository: PaymentRequestsRepository,
    private readonly reviews: DunningReviews,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Ends a locked request and queues a review for invoices that became overdue in the meantime. Emits no event. */
  async end(
    tx: Transaction,
    request: PaymentRequest,
    paymentStatus: 'succeeded' | 'failed',
  ): Promise<PaymentRequest> {
    const ended = { ...request, paymentStatus, nextActionAt: null, updatedAt: this.clock.now() };
    await this.repository.update(tx, ended);
    await this.repository.setInvoiceState(tx, ended, stateAfter(paymentStatus, request.maxAttempts));
    await this.reviews.request(tx, request.organizationId, request.customerId);
    return ended;
  }

  /** Fails the request after its last attempt, even if the payment of that attempt is still pending. */
  async giveUp(tx: Transaction, request: PaymentRequest): Promise<void> {
    await this.outbox.append(tx, failedEventOf(await this.end(tx, request, 'failed'), true));
  }
}
