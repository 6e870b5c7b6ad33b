import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { isDatabaseUnavailable, isRetryableConflict, toAppError } from '../../../platform/database/pg-errors';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { AppError } from '../../../platform/errors/app-error';
import { ExtensionFailedError } from '../../../platform/extensions';
import { logger } from '../../../platform/observability/logger';
import type { PaymentUpdate } from '../provider-kit';
import { Outbox } from '../../../platform/outbox/outbox';
import { NotificationEffects } from './notification-effects';
import { ProviderNotified } from './notification.events';
import { NotificationParser, failed, type NotificationResult } from './notification-parser';
import type { ProviderNotificationEntity } from './notification.entity';
import { NotificationsRepository, type Sender } from './notifications.repository';

const INTERNAL_ERROR = 'The notification could not be processed because of an internal error.';

/** Applies stored notifications to their payments and stores the result, in the caller's transaction. */
@Injectable()
export class NotificationProcessor {
  constructor(
    private readonly repository: NotificationsRepository,
    private readonly effects: NotificationEffects,
    private readonly parser: NotificationParser,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Processes one notification, which is locked or new, and those that waited for it.
   *
   * @throws ExtensionFailedError when the target of the payment fails: the transaction must be rolled back, and the
   *   notification processed again later.
   */
  async process(
    tx: Transaction,
    notification: ProviderNotificationEntity,
  ): Promise<ProviderNotificationEntity> {
    const { update, result } = await this.parser.parse(notification.provider, notification.body);
    if (update === null) return this.store(tx, notification, result);
    const { providerPaymentId } = update;
    if (providerPaymentId !== null) await this.lockProviderPayment(tx, notification, providerPaymentId);
    return this.applyAndStore(tx, notification, update);
  }

  /** Tells others that a provider sent something new, whatever it is about. */
  announce(tx: Transaction, { organizationId, provider }: Sender): Promise<void> {
    return this.outbox.emit(tx, ProviderNotified, { organizationId, provider });
  }

  /** Serializes the registration of a payment and the notifications about it, by the provider's id of the payment. */
  lockProviderPayment(tx: Transaction, sender: Sender, providerPaymentId: string): Promise<void> {
    return this.repository.lockProviderPayment(tx, sender, providerPaymentId);
  }

  /** Applies, oldest first, the notifications that named the payment by the provider's id before we knew this id. */
  async applyUnmatched(tx: Transaction, sender: Sender, providerPaymentId: string): Promise<void> {
    await this.applyAll(tx, await this.repository.findUnmatched(tx, sender, providerPaymentId));
  }

  private async applyAndStore(
    tx: Transaction,
    notification: ProviderNotificationEntity,
    update: PaymentUpdate,
  ): Promise<ProviderNotificationEntity> {
    const result = await this.tryToApply(tx, notification, update);
    const after = await this.store(tx, notification, result);
    if (result.status !== 'processed') return after;
    const { organizationId } = notification;
    if (update.outcome === 'succeeded' && result.paymentId !== null) {
      await this.applyAll(tx, await this.repository.findHeld(tx, organizationId, result.paymentId));
    }
    // Only a notification with two names of the payment can connect the provider's id to one that we know, e.g. a
    // Checkout Session after a refund of its PaymentIntent.
    const isLink = (update.paymentId ?? update.checkoutId) !== null;
    if (isLink && update.providerPaymentId !== null) {
      await this.applyUnmatched(tx, notification, update.providerPaymentId);
    }
    return after;
  }

  private async applyAll(
    tx: Transaction,
    notifications: readonly ProviderNotificationEntity[],
  ): Promise<void> {
    for (const notification of notifications) {
      const { update } = await this.parser.parse(notification.provider, notification.body);
      if (update !== null) await this.applyAndStore(tx, notification, update);
    }
  }

  /** Applies in a savepoint, so that a notification that fails leaves nothing but its stored result. */
  private async tryToApply(
    tx: Transaction,
    { organizationId, provider, eventId, id }: ProviderNotificationEntity,
    update: PaymentUpdate,
  ): Promise<NotificationResult> {
    try {
      return await tx.transaction((inner) =>
        this.effects.apply(inner, { organizationId, provider, eventId, update }),
      );
    } catch (error) {
      if (isRetryableConflict(error) || isDatabaseUnavailable(error)) throw error;
      if (error instanceof ExtensionFailedError) throw error;
      const known = error instanceof AppError ? error : toAppError(error);
      if (known === null)
        logger.error({ notification_id: id, err: error }, 'Could not apply a payment notification');
      return failed(known?.message ?? INTERNAL_ERROR);
    }
  }

  private async store(
    tx: Transaction,
    notification: ProviderNotificationEntity,
    result: NotificationResult,
  ): Promise<ProviderNotificationEntity> {
    const after = { ...notification, ...result, updatedAt: this.clock.now() };
    await this.repository.update(tx, after);
    return after;
  }
}
