import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Caller } from '../../../platform/database/transactions';
import { ExtensionFailedError } from '../../../platform/extensions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import type { RawNotification } from '../provider-kit';
import { NotificationParser } from './notification-parser';
import { NotificationProcessor } from './notification-processor';
import { NotificationQueue } from './notification-queue';
import type { ProviderNotificationEntity } from './notification.entity';
import { NotificationsRepository, QUEUE } from './notifications.repository';

/** A notification as the provider's request is answered. */
export type ReceivedNotification = Pick<ProviderNotificationEntity, 'status' | 'eventType' | 'reason'>;

/**
 * How long the notifications of one body are processed before the response. GoCardless gives up after 10 s; the rest is
 * stored, and processed right after the response.
 */
const INLINE_MS = 5000;
const INSERT_BATCH = 100;

/**
 * Stores every verified notification exactly once and processes it, one transaction each: what was answered with 200 is
 * durable, and processed now or soon (docs/payments.md#deduplication).
 */
@Injectable()
export class NotificationIntake {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: NotificationsRepository,
    private readonly parser: NotificationParser,
    private readonly processor: NotificationProcessor,
    private readonly queue: NotificationQueue,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Stores and processes a single item in one transaction; stores multiple items before it processes the first. */
  async receive(
    organizationId: string,
    provider: string,
    items: readonly RawNotification[],
  ): Promise<ReceivedNotification[]> {
    const notifications: ProviderNotificationEntity[] = [];
    for (const item of items) notifications.push(await this.notificationOf(organizationId, provider, item));
    const [single] = notifications;
    if (notifications.length !== 1 || single === undefined)
      return this.receiveAll(organizationId, notifications);
    try {
      return [await this.receiveSingle(single)];
    } catch (error) {
      if (!(error instanceof ExtensionFailedError)) throw error;
      // Stored without its effect: the queue retries until the extension works.
      const newIds = await this.store(organizationId, notifications);
      this.queue.wake();
      return [newIds.has(single.id) ? single : duplicateOf(single)];
    }
  }

  private async receiveAll(
    organizationId: string,
    notifications: readonly ProviderNotificationEntity[],
  ): Promise<ReceivedNotification[]> {
    const newIds = await this.store(organizationId, notifications);
    const stopAt = performance.now() + INLINE_MS;
    const received: ReceivedNotification[] = [];
    for (const it of notifications) {
      if (!newIds.has(it.id)) received.push(duplicateOf(it));
      else if (it.status !== 'received' || performance.now() > stopAt) received.push(it);
      else received.push((await this.processStored(it)) ?? it);
    }
    // Also on redelivery: items the first delivery did not get to are still pending.
    this.queue.wake();
    return received;
  }

  private receiveSingle(notification: ProviderNotificationEntity): Promise<ReceivedNotification> {
    return this.transactions.runFor(callerOf(notification), async (tx) => {
      const newIds = await this.repository.insertNew(tx, [notification]);
      if (!newIds.has(notification.id)) return duplicateOf(notification);
      await this.processor.announce(tx, notification);
      return notification.status === 'received' ? this.processor.process(tx, notification) : notification;
    });
  }

  /** Returns the ids of the new ones. */
  private store(
    organizationId: string,
    notifications: readonly ProviderNotificationEntity[],
  ): Promise<ReadonlySet<string>> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const ids: string[] = [];
      for (let from = 0; from < notifications.length; from += INSERT_BATCH) {
        const batch = notifications.slice(from, from + INSERT_BATCH);
        ids.push(...(await this.repository.insertNew(tx, batch)));
      }
      const [first] = notifications;
      if (first !== undefined && ids.length > 0) await this.processor.announce(tx, first);
      return new Set(ids);
    });
  }

  /** Null when another process claimed it first, or its target failed: the queue processes it. */
  private async processStored(
    notification: ProviderNotificationEntity,
  ): Promise<ProviderNotificationEntity | null> {
    const { organizationId, id } = notification;
    try {
      return await this.transactions.runFor(callerOf(notification), async (tx) => {
        const claimed = await this.repository.claimReceived(tx, organizationId, id);
        return claimed === null ? null : await this.processor.process(tx, claimed);
      });
    } catch (error) {
      if (error instanceof ExtensionFailedError) return null;
      throw error;
    }
  }

  private async notificationOf(
    organizationId: string,
    provider: string,
    item: RawNotification,
  ): Promise<ProviderNotificationEntity> {
    const { update, result } = await this.parser.parse(provider, item.text);
    const replayHash = createHash('sha256').update(item.replayKey).digest('hex');
    const now = this.clock.now();
    return {
      organizationId,
      id: newId(),
      provider,
      eventId: item.eventId ?? `sha256:${replayHash}`,
      replayHash,
      eventType: update?.eventType ?? null,
      occurredAt: update?.occurredAt ?? null,
      body: item.text,
      ...result,
      providerPaymentId: update?.providerPaymentId ?? null,
      createdAt: now,
      updatedAt: now,
    };
  }
}

/** The audit log names the job, as when the queue processes the notification. */
const callerOf = ({ organizationId }: ProviderNotificationEntity): Caller => ({ organizationId, job: QUEUE });

function duplicateOf({ eventType }: ProviderNotificationEntity): ReceivedNotification {
  return { status: 'ignored', eventType, reason: 'The event was already received.' };
}
