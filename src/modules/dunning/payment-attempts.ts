import { Inject, Injectable } from '@nestjs/common';
import { plusLocalDays } from '../../platform/calendar';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { Outbox } from '../../platform/outbox/outbox';
import { CustomerBillingTerms } from '../customers';
import { AttemptPayments } from './attempt-payments';
import type { PaymentRequest } from './payment-request.dto';
import { PaymentRequestEnd } from './payment-request-end';
import { failedEventOf } from './payment-request.events';
import { nextStep } from './payment-request.rules';
import { PaymentRequestsRepository } from './payment-requests.repository';

/** The attempts of a campaign's request, one after the other. */
@Injectable()
export class PaymentAttempts {
  constructor(
    private readonly repository: PaymentRequestsRepository,
    private readonly payments: AttemptPayments,
    private readonly ending: PaymentRequestEnd,
    private readonly terms: CustomerBillingTerms,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Another attempt; when the time of the last one is over, the end. The request is locked. */
  async next(tx: Transaction, request: PaymentRequest): Promise<void> {
    if (nextStep(request) === 'attempt') {
      await this.attempt(tx, request);
      return;
    }
    const failed = await this.ending.end(tx, request, 'failed');
    await this.outbox.append(tx, failedEventOf(failed, true));
  }

  /**
   * Makes a payment for what is still due. The days to the next one count from now, so that a job that comes
   * late does not make two at once.
   */
  async attempt(tx: Transaction, request: PaymentRequest): Promise<PaymentRequest> {
    const now = this.clock.now();
    const { timezone } = await this.terms.of(tx, request.organizationId, request.customerId);
    const attempted = {
      ...request,
      paymentAttempts: request.paymentAttempts + 1,
      lastPaymentId: await this.payments.make(tx, request),
      nextActionAt: plusLocalDays(now, request.daysBetweenAttempts ?? 0, timezone),
      updatedAt: now,
    };
    await this.repository.update(tx, attempted);
    return attempted;
  }
}
