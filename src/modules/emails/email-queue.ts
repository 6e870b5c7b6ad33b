import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { logFailure } from '../../platform/database/log-failure';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { SCHEDULES } from '../../platform/jobs/schedules';
import { WakeableJobs, type WakeableJob } from '../../platform/jobs/wakeable-job';
import { Mailer } from '../../platform/mail/mailer';
import { Outbox } from '../../platform/outbox/outbox';
import type { OutboxEvent } from '../../platform/outbox/outbox-event';
import { CreditNoteFinalized } from '../credit-notes';
import { PaymentRequestCreated } from '../dunning';
import { InvoiceFinalized } from '../invoices';
import { PaymentSucceeded } from '../payments';
import { EmailOrders, type EmailOrder } from './email-orders';
import { EmailSender } from './email-sender';
import type { EmailKind } from './email.rules';

const CHANNEL = 'emails';
/** E-mails of one claim, each sent on a connection of its own. */
const BATCH = 4;

const CAUSES: ReadonlyMap<string, EmailKind> = new Map([
  [InvoiceFinalized.kind, 'invoice'],
  [PaymentSucceeded.kind, 'receipt'],
  [CreditNoteFinalized.kind, 'credit_note'],
  [PaymentRequestCreated.kind, 'payment_request'],
]);

/** Queues e-mails in the transaction of their cause, and sends them after its commit. */
@Injectable()
export class EmailQueue implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly job: WakeableJob;

  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly orders: EmailOrders,
    private readonly sender: EmailSender,
    private readonly mailer: Mailer,
    wakeableJobs: WakeableJobs,
  ) {
    this.job = wakeableJobs.create(CHANNEL, (signal) => this.run(signal));
  }

  onModuleInit(): void {
    this.outbox.subscribe((tx, events) => this.onEvents(tx, events));
  }

  /** Without a mail server, queued e-mails wait until there is one. */
  onApplicationBootstrap(): void {
    if (this.mailer.isConfigured) this.job.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.job.stop();
  }

  /** Sends what is due again after a failed attempt, or was left by a crash or a lost notification. */
  @Cron(SCHEDULES.emails)
  sweep(): void {
    this.job.sweep();
  }

  /** Sends what the current transaction has queued, once it is committed. */
  wakeAfterCommit(): void {
    this.transactions.afterCommit(this.job.wake);
  }

  private async onEvents(tx: Transaction, events: readonly OutboxEvent[]): Promise<void> {
    if (!this.mailer.isConfigured) return;
    const orders = events.flatMap((it) => orderOf(it) ?? []);
    if (orders.length === 0) return;
    const queued = await this.orders.queue(tx, orders);
    if (queued > 0) this.wakeAfterCommit();
  }

  private async run(signal: AbortSignal): Promise<void> {
    try {
      let sent = BATCH;
      while (sent === BATCH && !signal.aborted) sent = await this.sender.sendDue(BATCH);
    } catch (error) {
      logFailure(error, {}, 'Could not send e-mails; they will be retried');
    }
  }
}

function orderOf({
  kind: eventKind,
  organizationId,
  objectId,
  objectType,
  payload,
}: OutboxEvent): EmailOrder | null {
  const kind = CAUSES.get(eventKind);
  if (kind === undefined) return null;
  const body = JSON.parse(payload) as Record<string, { customer_id: string }>;
  const customerId = body[objectType]?.customer_id ?? '';
  return { organizationId, kind, objectId, customerId };
}
