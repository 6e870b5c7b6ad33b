import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { parseDate, plusLocalDays, startOfLocalDay } from '../../../platform/calendar';
import { Transactions, type Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import { InvalidStateError } from '../../../platform/errors/app-error';
import { Extensions } from '../../../platform/extensions';
import { Jobs } from '../../../platform/jobs/jobs';
import { SCHEDULES } from '../../../platform/jobs/schedules';
import { Outbox } from '../../../platform/outbox/outbox';
import { CollectionInFlightError, InvoicePaid, InvoiceVoided } from '../../invoices';
import { Charges } from '../charges/charges';
import type { CollectionDto } from '../collection.dto';
import { CollectionActionRequired, CollectionCanceled, CollectionFailed } from '../collection.events';
import { MissingMethodError } from '../collection.errors';
import { CollectionsRepository } from '../collections.repository';
import { CollectionQueue } from '../lifecycle/collection-queue';
import type { ScheduledChargeEntity } from './automatic.entity';
import { AutomaticChargeInterrupted, type InterruptedCharge } from './automatic.events';
import { AutomaticRepository, QUEUE } from './automatic.repository';
import { RETRY_TIMES, type ChargeTime } from './automatic.rules';

/** How long a charge waits for a link that is being ended. */
const WAIT_MS = 60_000;

/** An invoice that is to be charged by itself. */
export interface ChargeableInvoice {
  readonly id: string;
  /** YYYY-MM-DD, a day of its time zone. */
  readonly paymentDueDate: string;
  readonly timezone: string;
}

/** What scheduled charges use of the service. */
@Injectable()
export class ChargeServices {
  constructor(
    readonly outbox: Outbox,
    readonly extensions: Extensions,
    private readonly transactions: Transactions,
    private readonly queue: CollectionQueue,
  ) {}

  /** Advances collections after the commit. */
  wakeAfter(tx: Transaction): void {
    this.transactions.afterCommit(tx, this.queue.wake);
  }
}

/** Charges invoices by themselves, and again after declines (docs/payments.md#automatic-collection). */
@Injectable()
export class ScheduledCharges implements OnModuleInit {
  constructor(
    private readonly repository: AutomaticRepository,
    private readonly collections: CollectionsRepository,
    private readonly charges: Charges,
    private readonly services: ChargeServices,
    jobs: Jobs,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    jobs.dueQueue<ScheduledChargeEntity>({
      name: QUEUE,
      schedule: SCHEDULES.scheduledCharges,
      nextDueAt: (reader, now) => repository.nextDueAt(reader, now),
      claim: (tx, now, limit) => repository.claim(tx, now, limit),
      act: async (tx, rows) => {
        for (const row of rows) await this.begin(tx, row);
      },
    });
  }

  onModuleInit(): void {
    const { outbox } = this.services;
    for (const over of [InvoicePaid, InvoiceVoided]) {
      outbox.onBatch(over, (tx, events) =>
        this.repository.deleteCharges(
          tx,
          events[0]?.organizationId ?? '',
          events.map((it) => it.objectId),
        ),
      );
    }
    outbox.on(CollectionFailed, (tx, { organizationId, object }) => this.retry(tx, organizationId, object));
    outbox.on(CollectionActionRequired, async (tx, { organizationId, object }) => {
      const row = await this.chargeOf(tx, organizationId, object);
      if (row !== null) await this.tell(tx, row, object, 'action_required');
    });
    outbox.on(CollectionCanceled, (tx, { organizationId, object }) =>
      this.stopAfter(tx, organizationId, object, 'The charge was canceled.'),
    );
  }

  /** Schedules the first charge of an invoice; a no-op when it has one. */
  async schedule(
    tx: Transaction,
    organizationId: string,
    invoice: ChargeableInvoice,
    chargeAt: ChargeTime,
  ): Promise<void> {
    const now = this.clock.now();
    const due = startOfLocalDay(parseDate(invoice.paymentDueDate), invoice.timezone);
    await this.repository.insertCharge(tx, {
      ...{ organizationId, id: newId(), invoiceId: invoice.id, status: 'waiting', reason: null, attempts: 0 },
      ...{ dueAt: chargeAt === 'issue' || due < now ? now : due, createdAt: now, updatedAt: now },
    });
  }

  /** Begins a charge; the queue of collections asks the provider. */
  private async begin(tx: Transaction, row: ScheduledChargeEntity): Promise<void> {
    const { organizationId, invoiceId } = row;
    const updatedAt = this.clock.now();
    try {
      // In a savepoint: what is refused leaves nothing.
      await tx.transaction((inner) =>
        this.charges.startAutomatic(inner, organizationId, { type: 'invoice', id: invoiceId }),
      );
      const attempts = row.attempts + 1;
      await this.repository.updateCharge(tx, row, { status: 'charging', attempts, dueAt: null, updatedAt });
    } catch (error) {
      if (error instanceof InvalidStateError) {
        await this.stop(tx, row, error.message);
        if (error instanceof MissingMethodError && error.hadOne) await this.tellOfMissing(tx, row, error);
        return;
      }
      if (!(error instanceof CollectionInFlightError)) throw error;
      await this.collections.cancelOf(tx, organizationId, [invoiceId]);
      this.services.wakeAfter(tx);
      const dueAt = new Date(updatedAt.getTime() + WAIT_MS);
      await this.repository.updateCharge(tx, row, { dueAt, updatedAt });
    }
  }

  private async retry(tx: Transaction, organizationId: string, failed: CollectionDto): Promise<void> {
    const row = await this.chargeOf(tx, organizationId, failed);
    if (row === null) return;
    await this.tell(tx, row, failed, 'failed');
    const collection = await this.collections.find(tx, organizationId, failed.id);
    const declineClass = collection?.declineClass ?? null;
    const times = this.services.extensions.one(RETRY_TIMES);
    const days = declineClass === null ? null : times.daysAfter(declineClass, row.attempts);
    if (days === null) return this.stop(tx, row, failed.failure_reason ?? 'The charge failed.');
    const now = this.clock.now();
    const dueAt = plusLocalDays(now, days, 'UTC');
    await this.repository.updateCharge(tx, row, { status: 'waiting', dueAt, updatedAt: now });
  }

  private async stopAfter(
    tx: Transaction,
    organizationId: string,
    ended: CollectionDto,
    reason: string,
  ): Promise<void> {
    const row = await this.chargeOf(tx, organizationId, ended);
    if (row !== null) await this.stop(tx, row, reason);
  }

  /** The scheduled charge that a collection was, if it was one. */
  private async chargeOf(
    tx: Transaction,
    organizationId: string,
    { kind, invoice_id: invoiceId }: CollectionDto,
  ): Promise<ScheduledChargeEntity | null> {
    if (kind !== 'charge' || invoiceId === null) return null;
    const row = await this.repository.findCharge(tx, organizationId, invoiceId);
    return row?.status === 'charging' ? row : null;
  }

  private async tell(
    tx: Transaction,
    { organizationId, invoiceId, attempts: attempt }: ScheduledChargeEntity,
    { customer_id: customerId }: CollectionDto,
    reason: InterruptedCharge['reason'],
  ): Promise<void> {
    const charge = { organizationId, invoiceId, customerId, attempt, reason };
    await this.services.outbox.emit(tx, AutomaticChargeInterrupted, charge);
  }

  /** The payer was told that the method is charged, and has to learn that it is not. */
  private async tellOfMissing(
    tx: Transaction,
    { organizationId, invoiceId, attempts }: ScheduledChargeEntity,
    { customerId }: MissingMethodError,
  ): Promise<void> {
    const charge = {
      organizationId,
      invoiceId,
      customerId,
      attempt: attempts + 1,
      reason: 'no_method',
    } as const;
    await this.services.outbox.emit(tx, AutomaticChargeInterrupted, charge);
  }

  private async stop(tx: Transaction, row: ScheduledChargeEntity, reason: string): Promise<void> {
    const updatedAt = this.clock.now();
    await this.repository.updateCharge(tx, row, { status: 'stopped', reason, dueAt: null, updatedAt });
  }
}
