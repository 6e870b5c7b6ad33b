import { Injectable } from '@nestjs/common';
import type { SubscriptionPolicy, SubscriptionRequest } from '../../../src/modules/subscriptions';
import type { Transaction } from '../../../src/platform/database/transactions';
import { InvalidStateError } from '../../../src/platform/errors/app-error';

const NOTICE_MS = 7 * 24 * 60 * 60 * 1000;

/** A cancellation needs seven days' notice before the end of the billing period. */
@Injectable()
export class NoticePeriod implements SubscriptionPolicy {
  check(_tx: Transaction, { kind, subscription, now }: SubscriptionRequest): Promise<void> {
    const end = subscription.current_period?.to;
    const isTooLate = kind === 'cancel' && end !== undefined && Date.parse(end) - now.getTime() < NOTICE_MS;
    if (!isTooLate) return Promise.resolve();
    const reason = `The billing period ends on ${end}. Cancel at least 7 days before the end of a period.`;
    return Promise.reject(new InvalidStateError(reason));
  }
}
