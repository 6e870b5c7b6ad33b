import { Injectable } from '@nestjs/common';
import type { SubscriptionPolicy, SubscriptionRequest } from '../../../src/modules/subscriptions';
import type { Transaction } from '../../../src/platform/database/transactions';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Refuses to end an active subscription before the notice period of the organization is over. */
@Injectable()
export class NoticePeriod implements SubscriptionPolicy {
  async veto(tx: Transaction, request: SubscriptionRequest): Promise<string | null> {
    const { organizationId, subscription, endsAt, now } = request;
    if (endsAt === null || subscription.status !== 'active') return null;
    const [notice] = await tx.query<{ days: number }[]>(
      'SELECT days FROM notice_periods WHERE organization_id = $1',
      [organizationId],
    );
    if (notice === undefined || endsAt.getTime() - now.getTime() >= notice.days * DAY_MS) return null;
    return `The subscription would end at ${endsAt.toISOString()}; ending it needs ${notice.days} days' notice.`;
  }
}
