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

/** A notification after it was taken in. */
export type TakenItem = Pick<ProviderNotificationEntity, 'status' | 'eventType' | 'reason'>;

/**
 * How long the items of one body are processed before it is answered, in milliseconds: GoCardless gives up after
 * ten seconds. What is left then is on record and processed at once after the answer.
 */
const INLINE_MS = 5000;
const INSERT_BATCH = 100;
const OUR_FAULT = 'Something went wrong on our side.';

/**
 * Keeps every verified notification exactly once and does what it says, in one transaction per item: what was
 * answered with 200 is on record, and done then or soon, whatever happens next (reliability.md, 32, 36 and 37).
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

  /** One transaction for the only item of a body; of several, all are on record before the first is processed. */
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

  /** Processes the next one that is on record only; false when there is none. */
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
    else await this.repository.update(tx, { ...row, ...failure('This provider is not installed any more.') });
  }

  /** Does anew what a notification says that had no effect. @throws InvalidStateError when it had one. */
  reprocess(
    organizationId: string,
    provider: PaymentProvider,
    id: string,
  ): Promise<ProviderNotificationEntity> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const row = await this.repository.findForUpdate(tx, organizationId, provider.name, id);
      if (row === null) throw new NotFoundError('notification');
      if (row.status === 'processed') throw new InvalidStateError('The notification has been processed.');
      return this.understandAndApply(tx, provider, row);
    });
  }

  /**
   * Lets `register` make the payment that the provider calls so, and then does what the provider has told of it
   * already. While this runs no notification can look for the payment in vain.
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

  /** Answers the ids of those that are new. */
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

  /** Null when somebody else is at it. */
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
    const { told, result } = understand(provider, row.body);
    if (told !== null) {
      if (told.providerPaymentId !== null) await this.repository.lockName(tx, row, told.providerPaymentId);
      return this.applyAndKeep(tx, provider, row, told);
    }
    const after = { ...row, ...result, updatedAt: this.clock.now() };
    await this.repository.update(tx, after);
    return after;
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
    if (result.status === 'processed') await this.applyUnmatched(tx, provider, row, told);
    return after;
  }

  /**
   * What came when nobody knew which payment the provider's name stood for: e.g. a refund of a PaymentIntent
   * before the Checkout Session that leads to it. Only where this one has named the payment in another way.
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
      const { told } = understand(provider, earlier.body);
      if (told !== null) await this.applyAndKeep(tx, provider, earlier, told);
    }
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
      return failure(known?.message ?? OUR_FAULT);
    }
  }

  private rowOf(
    organizationId: string,
    provider: PaymentProvider,
    item: ProviderItem,
  ): ProviderNotificationEntity {
    const { told, result } = understand(provider, item.text);
    const now = this.clock.now();
    const replayHash = createHash('sha256').update(item.replayKey).digest('hex');
    return {
      organizationId,
      id: newId(),
      provider: provider.name,
      eventId: item.eventId ?? `sha256:${replayHash}`,
      replayHash,
      eventType: told?.eventType ?? null,
      occurredAt: told?.occurredAt ?? null,
      body: item.text,
      ...result,
      providerPaymentId: told?.providerPaymentId ?? null,
      createdAt: now,
      updatedAt: now,
    };
  }
}

/** The item in our words, or the failure to understand it; what says nothing of a payment is done with. */
function understand(
  provider: PaymentProvider,
  text: string,
): { told: ProviderNotification | null; result: NotificationResult } {
  try {
    const told = provider.read(JSON.parse(text) as unknown);
    const result = told.outcome === 'ignored' ? ignored(told.ignoredReason) : RECEIVED;
    return { told, result };
  } catch (error) {
    if (!(error instanceof MalformedItemError)) {
      logger.error({ provider: provider.name, err: error }, 'A notification could not be read');
      return { told: null, result: failure(OUR_FAULT) };
    }
    return { told: null, result: failure(`It is not as the provider writes it: ${error.message}.`) };
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
  return { status: 'ignored', eventType, reason: 'The event was received before.' };
}
