import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import { InvalidStateError, NotFoundError } from '../../../platform/errors/app-error';
import type { PaymentProvider, ProviderItem } from '../providers/payment-provider';
import { PaymentProviders } from '../providers/payment-providers';
import { NotificationProcessor } from './notification-processor';
import { failure, understand } from './notification-reading';
import type { ProviderNotificationEntity } from './notification.entity';
import { NotificationsRepository, type Sender } from './notifications.repository';

/** The result of a received notification. */
export type TakenItem = Pick<ProviderNotificationEntity, 'status' | 'eventType' | 'reason'>;

/**
 * Time limit, in ms, after which no further notification of a body is processed before the response. All are stored by
 * then; the others are processed right after the response. GoCardless times out after 10 s.
 */
const INLINE_MS = 5000;
const INSERT_BATCH = 100;

/**
 * Stores every verified notification exactly once and processes it, in one transaction per notification. A
 * notification acknowledged with 200 is stored, so it is processed even after a crash (docs/payments.md).
 */
@Injectable()
export class Inbox {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: NotificationsRepository,
    private readonly processor: NotificationProcessor,
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
    const giveUpAt = performance.now() + INLINE_MS;
    const rows = items.map((item) => this.rowOf(organizationId, provider, item));
    const [only] = rows;
    if (rows.length === 1 && only !== undefined) return [await this.takeOne(provider, only)];
    const fresh = await this.keep(organizationId, rows);
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
    if (provider !== null) await this.processor.process(tx, provider, row);
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
      return this.processor.process(tx, provider, row);
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
    await this.processor.applyNamed(tx, this.providers.get(sender.provider), sender, providerPaymentId);
    return registered;
  }

  private takeOne(provider: PaymentProvider, row: ProviderNotificationEntity): Promise<TakenItem> {
    return this.transactions.runFor(row.organizationId, async (tx) => {
      const fresh = await this.repository.insertNew(tx, [row]);
      if (!fresh.has(row.id)) return duplicateOf(row);
      return row.status === 'received' ? this.processor.process(tx, provider, row) : row;
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
      return row === null ? null : this.processor.process(tx, provider, row);
    });
  }

  private rowOf(
    organizationId: string,
    provider: PaymentProvider,
    item: ProviderItem,
  ): ProviderNotificationEntity {
    const { content, result } = understand(this.providers, provider, item.text);
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

function duplicateOf({ eventType }: ProviderNotificationEntity): TakenItem {
  return { status: 'ignored', eventType, reason: 'The event has already been received.' };
}
