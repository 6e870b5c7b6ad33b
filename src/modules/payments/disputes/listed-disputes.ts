import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions';
import { NotificationEffects } from '../notifications/notification-effects';
import { NotificationProcessor } from '../notifications/notification-processor';
import type { Sender } from '../notifications/notifications.repository';
import { outcomeOfDispute, paymentUpdate, type ListedDispute } from '../provider-kit';

/** Records disputes that a provider lists, as its notifications would (docs/payments.md#disputes). */
@Injectable()
export class ListedDisputes {
  constructor(
    private readonly transactions: Transactions,
    private readonly effects: NotificationEffects,
    private readonly processor: NotificationProcessor,
  ) {}

  /** Disputes of payments that are not known here are none of its business. @param askedAt before the list was read */
  async take(
    { organizationId, provider }: Sender,
    listed: readonly ListedDispute[],
    askedAt: Date,
  ): Promise<void> {
    for (const { providerPaymentId, reportedAt, isWithdrawn, dispute } of listed) {
      const update = paymentUpdate({
        eventType: 'dispute',
        occurredAt: reportedAt ?? askedAt,
        outcome: outcomeOfDispute(dispute.status, isWithdrawn),
        providerPaymentId,
        amountCents: dispute.amountCents,
        dispute,
        failureReason: ['dispute', dispute.reason].filter((it) => it !== null).join(': '),
      });
      await this.transactions.runFor({ organizationId, job: 'captures' }, async (tx) => {
        await this.processor.lockProviderPayment(tx, { organizationId, provider }, providerPaymentId);
        await this.effects.apply(tx, { organizationId, provider, eventId: dispute.id, update });
      });
    }
  }
}
