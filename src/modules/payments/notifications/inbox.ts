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
import { PaymentProviders } from '../providers/payment-providers';
import { NotificationEffects, type NotificationResult } from './notification-effects';
import type { ProviderNotificationEntity } from './notification.entity';
import { NotificationsRepository, type Sender } from './notifications.repository';

/** The result of a received notification. */
export type TakenItem = Pick<ProviderNotificationEntity, 'status' | 'eventType' | 'reason'>;

/**
 * Time limit, in ms, for processing the notifications of one body before the response. GoCardless times out
 * after 10 s; the remaining notifications are stored, and processed right after the response.
 */
const INLINE_MS = 5000;
const INSERT_BATCH = 100;
const OUR_FAULT = 'An internal error occurred.';

/**
 * Stores every verified notification exactly once and processes it, in one transaction per notification. A
 * notification acknowledged with 200 is stored, so it is processed even after a crash (docs/payments.md).
 */
@Injectable()
export class Inbox {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: NotificationsRepository,
    private readonly effects: NotificationEffects,
    private readonly providers: PaymentProviders,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Stores and processes the notifications in a body. A single notification is stored and processed in one
   * transaction; several are all stored before the first is processed.
   */
  async take(
    organizationId: string,
    provider: PaymentProvider,
    items: readonly ProviderItem[],
  ): Promise<TakenItem[]> {
    const rows = items.map((item) => this.rowOf(organizationId, provider, item));
    const [only] = rows;
    if (rows.length === 1 && only !== undefined) return [await this.takeOne(provider, only)];
    const fresh = await this.keep(organizationId, rows);
    const giveUpAt = performance.now() + INLINE_MS;
    const taken: TakenItem[] = [];
    for (const row of rows) {
      if (!fresh.has(row.id)) taken.push(duplicateOf(row));
      else if (row.status !== 'received' || performance.now() > giveUpAt) taken.push(row);
      else taken.push((await this.process(organizationId, provider, row.id)) ?? row);
    }
    return taken;
  }

  /** Processes the next stored notification; returns false if there is none. */
  processNext(): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      const row = await this.repository.claimNextReceived(tx);
      if (row === null) return false;
      await this.transactions.confine(tx, row.organizationId, () => this.processClaimed(tx, row));
      return true;
    });
  }

  private async processClaimed(tx: Transaction, row: ProviderNotificationEntity): Promise<void> {
    const provider = this.providers.find(row.provider);
    if (provider !== null) await this.understandAndApply(tx, provider, row);
    else await this.repository.update(tx, { ...row, ...failure('This provider is no longer installed.') });
  }

  /**
   * Reprocesses a notification that had no effect.
   *
   * @throws NotFoundError; InvalidStateError if it had an effect.
   */
  reprocess(
    organizationId: string,
    provider: PaymentProvider,
    id: string,
  ): Promise<ProviderNotificationEntity> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const row = await this.repository.findForUpdate(tx, organizationId, provider.name, id);
      if (row === null) throw new NotFoundError('notification');
      if (row.status === 'processed') throw new InvalidStateError('The notification is already processed.');
      return this.understandAndApply(tx, provider, row);
    });
  }

  /**
   * Calls `register` to insert the payment, then applies notifications received earlier for this provider
   * payment ID. Holds a lock on the ID, so that no notification is matched between the two steps.
   */
  async around<T>(
    tx: Transaction,
    sender: Sender,
    providerPaymentId: string,
    register: () => Promise<T>,
  ): Promise<T> {
    await this.repository.lockName(tx, sender, providerPaymentId);
    const registered = await register();
    await this.applyNamed(tx, this.providers.get(sender.provider), sender, providerPaymentId);
    return registered;
  }

  private takeOne(provider: PaymentProvider, row: ProviderNotificationEntity): Promise<TakenItem> {
    return this.transactions.runFor(row.organizationId, async (tx) => {
      const fresh = await this.repository.insertNew(tx, [row]);
      if (!fresh.has(row.id)) return duplicateOf(row);
      return row.status === 'received' ? this.understandAndApply(tx, provider, row) : row;
    });
  }

  /** Stores notifications; returns the IDs of those that are not duplicates. */
  private keep(
    organizationId: string,
    rows: readonly ProviderNotificationEntity[],
  ): Promise<ReadonlySet<string>> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const ids: string[] = [];
      for (let from = 0; from < rows.length; from += INSERT_BATCH) {
        ids.push(...(await this.repository.insertNew(tx, rows.slice(from, from + INSERT_BATCH))));
      }
      return new Set(ids);
    });
  }

  /** Returns null if another transaction is processing the notification. */
  private process(
    organizationId: string,
    provider: PaymentProvider,
    id: string,
  ): Promise<ProviderNotificationEntity | null> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const row = await this.repository.claimReceived(tx, organizationId, id);
      return row === null ? null : this.understandAndApply(tx, provider, row);
    });
  }

  private async understandAndApply(
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
    const result = await this.tryToApply(tx, row, content);
    const after = { ...row, ...result, updatedAt: this.clock.now() };
    await this.repository.update(tx, after);
    if (result.status === 'processed' && content.outcome === 'succeeded' && result.paymentId !== null) {
      await this.applyHeld(tx, provider, row.organizationId, result.paymentId);
    }
    if (result.status === 'processed') await this.applyUnmatched(tx, provider, row, content);
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

  private async applyNamed(
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

  /** Applies held notifications: refunds that arrived before their payment succeeded. */
  private async applyHeld(
    tx: Transaction,
    provider: PaymentProvider,
    organizationId: string,
    paymentId: string,
  ): Promise<void> {
    for (const held of await this.repository.findHeld(tx, organizationId, paymentId)) {
      const { content } = understand(provider, held.body);
      if (content !== null) await this.applyAndKeep(tx, provider, held, content);
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

  private rowOf(
    organizationId: string,
    provider: PaymentProvider,
    item: ProviderItem,
  ): ProviderNotificationEntity {
    const { content, result } = understand(provider, item.text);
    const now = this.clock.now();
    const replayHash = createHash('sha256').update(item.replayKey).digest('hex');
    return {
      organizationId,
      id: newId(),
      provider: provider.name,
      eventId: item.eventId ?? `sha256:${replayHash}`,
      replayHash,
      eventType: content?.eventType ?? null,
      occurredAt: content?.occurredAt ?? null,
      body: item.text,
      ...result,
      providerPaymentId: content?.providerPaymentId ?? null,
      createdAt: now,
      updatedAt: now,
    };
  }
}

/** Parses a notification. The returned result is final if the notification is malformed or ignored. */
function understand(
  provider: PaymentProvider,
  text: string,
): { content: ProviderNotification | null; result: NotificationResult } {
  try {
    const content = provider.read(JSON.parse(text) as unknown);
    const result = content.outcome === 'ignored' ? ignored(content.ignoredReason) : RECEIVED;
    return { content, result };
  } catch (error) {
    if (!(error instanceof MalformedItemError)) {
      logger.error({ provider: provider.name, err: error }, 'Could not parse a notification');
      return { content: null, result: failure(OUR_FAULT) };
    }
    return { content: null, result: failure(`The notification is malformed: ${error.message}.`) };
  }
}

const UNDONE = { reason: null, effect: null, needsReview: false, paymentId: null } as const;
const RECEIVED: NotificationResult = { ...UNDONE, status: 'received' };

function ignored(reason: string | null): NotificationResult {
  return { ...UNDONE, status: 'ignored', reason };
}

function failure(reason: string): NotificationResult {
  return { ...UNDONE, status: 'failed', reason, needsReview: true };
}

function duplicateOf({ eventType }: ProviderNotificationEntity): TakenItem {
  return { status: 'ignored', eventType, reason: 'The event has already been received.' };
}
