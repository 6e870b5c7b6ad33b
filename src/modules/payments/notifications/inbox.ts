import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../../platform/database/transactions';
import { isDatabaseUnavailable, isRetryableConflict, toAppError } from '../../../platform/database/pg-errors';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import { AppError, InvalidStateError, NotFoundError } from '../../../platform/errors/app-error';
import { logger } from '../../../platform/observability/logger';
import {
  MalformedItemError,
  type PaymentProvider,
  type ProviderItem,
  type ProviderNotification,
} from '../providers/payment-provider';
import { NotificationEffects, type NotificationResult } from './notification-effects';
import type { ProviderNotificationEntity } from './notification.entity';
import { NotificationsRepository } from './notifications.repository';

/** A notification after it was taken in. */
export type TakenItem = Pick<ProviderNotificationEntity, 'status' | 'eventType' | 'reason'>;

const DUPLICATE = 'The event was received before.';

/**
 * Keeps every verified notification exactly once and does what it says, in one transaction per item: what was
 * answered with 200 is on record and done, whatever happens next (reliability.md, 32 and 36).
 */
@Injectable()
export class Inbox {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: NotificationsRepository,
    private readonly effects: NotificationEffects,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  take(organizationId: string, provider: PaymentProvider, item: ProviderItem): Promise<TakenItem> {
    const { told, result } = understand(provider, item.text);
    return this.transactions.run(async (tx) => {
      const row = this.rowOf(organizationId, provider.name, item, told, result);
      if (!(await this.repository.insertNew(tx, row))) {
        return { status: 'ignored', eventType: row.eventType, reason: DUPLICATE };
      }
      return told === null ? row : this.applyAndKeep(tx, provider, row, told);
    });
  }

  /** Does anew what a notification says that had no effect. @throws InvalidStateError when it had one. */
  reprocess(
    organizationId: string,
    provider: PaymentProvider,
    id: string,
  ): Promise<ProviderNotificationEntity> {
    return this.transactions.run(async (tx) => {
      const row = await this.repository.findForUpdate(tx, organizationId, provider.name, id);
      if (row === null) throw new NotFoundError('notification');
      if (row.status === 'processed') throw new InvalidStateError('The notification has been processed.');
      const { told, result } = understand(provider, row.body);
      if (told !== null) return this.applyAndKeep(tx, provider, row, told);
      const after = { ...row, ...result, updatedAt: this.clock.now() };
      await this.repository.update(tx, after);
      return after;
    });
  }

  private async applyAndKeep(
    tx: Transaction,
    provider: PaymentProvider,
    row: ProviderNotificationEntity,
    told: ProviderNotification,
  ): Promise<ProviderNotificationEntity> {
    const result = await this.tryToApply(tx, row, told);
    const after = { ...row, ...result, updatedAt: this.clock.now() };
    await this.repository.update(tx, after);
    if (result.status === 'processed' && told.outcome === 'succeeded' && result.paymentId !== null) {
      await this.applyHeld(tx, provider, row.organizationId, result.paymentId);
    }
    return after;
  }

  /** What came before its time: refunds of a payment that had not succeeded yet. */
  private async applyHeld(
    tx: Transaction,
    provider: PaymentProvider,
    organizationId: string,
    paymentId: string,
  ): Promise<void> {
    for (const held of await this.repository.findHeld(tx, organizationId, paymentId)) {
      const { told } = understand(provider, held.body);
      if (told !== null) await this.applyAndKeep(tx, provider, held, told);
    }
  }

  /** In a savepoint: an item that fails leaves nothing behind but its record. */
  private async tryToApply(
    tx: Transaction,
    { organizationId, provider, eventId, id }: ProviderNotificationEntity,
    told: ProviderNotification,
  ): Promise<NotificationResult> {
    try {
      return await tx.transaction((inner) =>
        this.effects.apply(inner, { organizationId, provider, eventId, told }),
      );
    } catch (error) {
      if (isRetryableConflict(error) || isDatabaseUnavailable(error)) throw error;
      const known = error instanceof AppError ? error : toAppError(error);
      if (known === null) logger.error({ notification_id: id, err: error }, 'A notification failed');
      return failure(known?.message ?? 'Something went wrong on our side.');
    }
  }

  private rowOf(
    organizationId: string,
    provider: string,
    item: ProviderItem,
    told: ProviderNotification | null,
    result: NotificationResult,
  ): ProviderNotificationEntity {
    const now = this.clock.now();
    const replayHash = createHash('sha256').update(item.replayKey).digest('hex');
    return {
      organizationId,
      id: newId(),
      provider,
      eventId: item.eventId ?? `sha256:${replayHash}`,
      replayHash,
      eventType: told?.eventType ?? null,
      occurredAt: told?.occurredAt ?? null,
      body: item.text,
      ...result,
      createdAt: now,
      updatedAt: now,
    };
  }
}

/** The item in our words, or the failure to understand it. */
function understand(
  provider: PaymentProvider,
  text: string,
): { told: ProviderNotification | null; result: NotificationResult } {
  try {
    const told = provider.read(JSON.parse(text) as unknown);
    return { told, result: failure('It was not processed.') };
  } catch (error) {
    if (!(error instanceof MalformedItemError)) throw error;
    return { told: null, result: failure(`It is not as the provider writes it: ${error.message}.`) };
  }
}

function failure(reason: string): NotificationResult {
  return { status: 'failed', reason, effect: null, needsReview: true, paymentId: null };
}
