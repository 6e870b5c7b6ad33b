import { Inject, Injectable } from '@nestjs/common';
import { plusLocalDays } from '../../platform/calendar';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { CustomerBillingTerms } from '../customers';
import { AttemptPayments } from './attempt-payments';
import { DunningReviews } from './dunning-reviews';
import type { PaymentRequest } from './payment-request.dto';
import { PaymentRequestsRepository } from './payment-requests.repository';

@Injectable()
export class PaymentAttempts {
  constructor(
    private readonly repository: PaymentRequestsRepository,
    private readonly payments: AttemptPayments,
    private readonly terms: CustomerBillingTerms,
    private readonly reviews: DunningReviews,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Creates a payment for the amount still due. The caller has locked the request and its invoices. The next attempt is
   * scheduled relative to now, not to the due time, so that a late job does not make two attempts in a row.
   */
  async attempt(tx: Transaction, request: PaymentRequest): Promise<PaymentRequest> {
    const { organizationId, customerId } = request;
    const now = this.clock.now();
    const { timezone } = await this.terms.of(tx, organizationId, customerId);
    const attempted = {
      ...request,
      paymentAttempts: request.paymentAttempts + 1,
      lastPaymentId: await this.payments.make(tx, request),
      nextActionAt: plusLocalDays(now, request.daysBetweenAttempts ?? 0, timezone),
      updatedAt: now,
    };
    await this.repository.update(tx, attempted);
    await this.reviews.request(tx, organizationId, customerId, attempted.nextActionAt);
    return attempted;
  }
}
