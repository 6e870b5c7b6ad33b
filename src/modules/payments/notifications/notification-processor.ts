import { Inject, Injectable } from '@nestjs/common';
import { isDatabaseUnavailable, isRetryableConflict, toAppError } from '../../../platform/database/pg-errors';
import type { Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { AppError } from '../../../platform/errors/app-error';
import { logger } from '../../../platform/observability/logger';
import type { PaymentProvider, ProviderNotification } from '../providers/payment-provider';
import { PaymentProviders } from '../providers/payment-providers';
import type { NotificationResult } from './notification-results';
import { NotificationEffects } from './notification-effects';
import { failure, faultOf, understand } from './notification-reading';
import type { ProviderNotificationEntity } from './notification.entity';
import { NotificationsRepository, type Sender } from './notifications.repository';
import { mayEnable, mayEnableAny } from './waiting.rules';

/**
 * Processes stored notifications in the transaction of the caller, together with earlier ones that waited for them
 * (docs/payments.md#inbound-notifications).
 */
@Injectable()
export class NotificationProcessor {
  constructor(
    private readonly repository: NotificationsRepository,
    private readonly effects: NotificationEffects,
    private readonly providers: PaymentProviders,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Parses and applies a notification, and stores the result. */
  async process(
    tx: Transaction,
    provider: PaymentProvider,
    row: ProviderNotificationEntity,
  ): Promise<ProviderNotificationEntity> {
    const { content, result } = understand(this.providers, provider, row.body);
    if (content !== null) {
      if (content.providerPaymentId !== null)
        await this.repository.lockName(tx, row, content.providerPaymentId);
      return this.applyAndKeep(tx, provider, row, content);
    }
    const after = { ...row, ...result, updatedAt: this.clock.now() };
    await this.repository.update(tx, after);
    return after;
  }

  private async applyAndKeep(
    tx: Transaction,
    provider: PaymentProvider,
    row: ProviderNotificationEntity,
    content: ProviderNotification,
  ): Promise<ProviderNotificationEntity> {
    const after = await this.applyKnown(tx, provider, row, content);
    if (after.status === 'processed') await this.applyUnmatched(tx, provider, row, content);
    return after;
  }

  /** Applies the notification, and then those known to be about its payment that it lets take effect. */
  private async applyKnown(
    tx: Transaction,
    provider: PaymentProvider,
    row: ProviderNotificationEntity,
    content: ProviderNotification,
  ): Promise<ProviderNotificationEntity> {
    const result = await this.tryToApply(tx, row, content);
    const after = { ...row, ...result, updatedAt: this.clock.now() };
    await this.repository.update(tx, after);
    if (after.status === 'processed') await this.applyWaiting(tx, provider, after, content);
    return after;
  }

  /**
   * Applies earlier notifications that matched no payment because its provider payment ID was not known yet,
   * e.g. the refund of a PaymentIntent that arrived before its Checkout Session. A no-op unless this
   * notification also has our payment ID or a checkout ID.
   */
  private async applyUnmatched(
    tx: Transaction,
    provider: PaymentProvider,
    row: ProviderNotificationEntity,
    { providerPaymentId, paymentId, checkoutId }: ProviderNotification,
  ): Promise<void> {
    if (providerPaymentId === null || (paymentId ?? checkoutId) === null) return;
    await this.applyNamed(tx, provider, row, providerPaymentId);
  }

  /** Applies earlier notifications about this provider payment ID that matched no payment on arrival. */
  async applyNamed(
    tx: Transaction,
    provider: PaymentProvider,
    sender: Sender,
    providerPaymentId: string,
  ): Promise<void> {
    for (const earlier of await this.repository.findUnmatched(tx, sender, providerPaymentId)) {
      const { content } = understand(this.providers, provider, earlier.body);
      if (content !== null) await this.applyAndKeep(tx, provider, earlier, content);
    }
  }

  /**
   * Applies earlier notifications about the payment that had no effect and may have one now, oldest first. Each may make
   * others applicable, which are applied with it, so the notifications are read again after it.
   */
  private async applyWaiting(
    tx: Transaction,
    provider: PaymentProvider,
    { organizationId, paymentId }: ProviderNotificationEntity,
    content: ProviderNotification,
  ): Promise<void> {
    if (paymentId === null || !mayEnableAny(content)) return;
    let mayContinue = true;
    while (mayContinue) {
      mayContinue = false;
      for (const waiting of await this.repository.findWaiting(tx, organizationId, paymentId)) {
        const { content: earlier } = understand(this.providers, provider, waiting.body);
        if (earlier === null || !(waiting.status === 'held' || mayEnable(content, earlier))) continue;
        mayContinue = (await this.applyKnown(tx, provider, waiting, earlier)).status === 'processed';
        if (mayContinue) break;
      }
    }
  }

  /** Applies the notification in a savepoint. A failure rolls back its effects and is returned as the result. */
  private async tryToApply(
    tx: Transaction,
    { organizationId, provider, eventId, id }: ProviderNotificationEntity,
    content: ProviderNotification,
  ): Promise<NotificationResult> {
    try {
      return await tx.transaction((inner) =>
        this.effects.apply(inner, { organizationId, provider, eventId, content }),
      );
    } catch (error) {
      if (isRetryableConflict(error) || isDatabaseUnavailable(error)) throw error;
      const known = error instanceof AppError ? error : toAppError(error);
      if (known === null)
        logger.error({ notification_id: id, err: error }, 'Could not apply a notification; stored as failed');
      return failure(known?.message ?? faultOf(error));
    }
  }
}
