import { Inject, Injectable } from '@nestjs/common';
import { isDatabaseUnavailable, isRetryableConflict, toAppError } from '../../../platform/database/pg-errors';
import type { Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { AppError } from '../../../platform/errors/app-error';
import { logger } from '../../../platform/observability/logger';
import type { Outcome, PaymentProvider, ProviderNotification } from '../providers/payment-provider';
import type { NotificationResult } from './notification-results';
import { NotificationEffects } from './notification-effects';
import { OUR_FAULT, failure, understand } from './notification-reading';
import type { ProviderNotificationEntity } from './notification.entity';
import { NotificationsRepository, type Sender } from './notifications.repository';

/** Outcomes by which money arrives, so that held notifications may have their effect. */
const ARRIVALS: ReadonlySet<Outcome> = new Set<Outcome>(['succeeded', 'reinstated']);

/**
 * Processes stored notifications in the transaction of the caller, together with earlier ones that waited for them
 * (docs/payments.md#inbound-notifications).
 */
@Injectable()
export class NotificationProcessor {
  constructor(
    private readonly repository: NotificationsRepository,
    private readonly effects: NotificationEffects,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Parses and applies a notification, and stores the result. */
  async process(
    tx: Transaction,
    provider: PaymentProvider,
    row: ProviderNotificationEntity,
  ): Promise<ProviderNotificationEntity> {
    const { content, result } = understand(provider, row.body);
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
    const after = await this.applyAlone(tx, provider, row, content);
    if (after.status !== 'processed') return after;
    if (ARRIVALS.has(content.outcome)) await this.applyHeld(tx, provider, after);
    await this.applyUnmatched(tx, provider, row, content);
    return after;
  }

  private async applyAlone(
    tx: Transaction,
    provider: PaymentProvider,
    row: ProviderNotificationEntity,
    content: ProviderNotification,
  ): Promise<ProviderNotificationEntity> {
    const result = await this.tryToApply(tx, row, content);
    const after = { ...row, ...result, updatedAt: this.clock.now() };
    await this.repository.update(tx, after);
    if (after.status === 'processed' && content.refund?.hasFailed === true) {
      await this.applyExcess(tx, provider, after);
    }
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
      const { content } = understand(provider, earlier.body);
      if (content !== null) await this.applyAndKeep(tx, provider, earlier, content);
    }
  }

  /**
   * Applies the notifications that waited until the payment succeeded. Applying one may make
   * another applicable, so they are tried again until none has an effect.
   */
  private async applyHeld(
    tx: Transaction,
    provider: PaymentProvider,
    { organizationId, paymentId }: ProviderNotificationEntity,
  ): Promise<void> {
    if (paymentId === null) return;
    let mayContinue = true;
    while (mayContinue) {
      mayContinue = false;
      for (const held of await this.repository.findHeld(tx, organizationId, paymentId)) {
        const { content } = understand(provider, held.body);
        const after = content === null ? held : await this.applyAlone(tx, provider, held, content);
        mayContinue ||= after.status === 'processed';
      }
    }
  }

  /** Applies refunds that exceeded the payment on arrival, because another refund was not known to have failed. */
  private async applyExcess(
    tx: Transaction,
    provider: PaymentProvider,
    { organizationId, paymentId }: ProviderNotificationEntity,
  ): Promise<void> {
    if (paymentId === null) return;
    for (const excess of await this.repository.findWithoutEffect(tx, organizationId, paymentId)) {
      const { content } = understand(provider, excess.body);
      if (content?.refund?.hasFailed === false) await this.applyAlone(tx, provider, excess, content);
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
      return failure(known?.message ?? OUR_FAULT);
    }
  }
}
