import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { PaymentAttempts } from './payment-attempts';
import { PaymentRequestEnd } from './payment-request-end';
import { nextStep } from './payment-request.rules';
import { PaymentRequestsRepository } from './payment-requests.repository';
import { RequestLocks } from './request-locks';

@Injectable()
export class DueAttempts {
  constructor(
    private readonly repository: PaymentRequestsRepository,
    private readonly locks: RequestLocks,
    private readonly attempts: PaymentAttempts,
    private readonly ending: PaymentRequestEnd,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Makes another attempt for each due request of the customer, or ends the request after its last attempt. */
  async run(tx: Transaction, organizationId: string, customerId: string): Promise<void> {
    const now = this.clock.now();
    for (const id of await this.repository.findDueIds(tx, organizationId, customerId, now)) {
      // A payment may have ended the request before the lock was taken.
      const { request } = await this.locks.request(tx, organizationId, id);
      if (request.nextActionAt === null || request.nextActionAt > now) continue;
      if (nextStep(request) === 'attempt') await this.attempts.attempt(tx, request);
      else await this.ending.giveUp(tx, request);
    }
  }
}
