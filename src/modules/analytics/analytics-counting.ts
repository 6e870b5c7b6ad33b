import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { OutboxEvent } from '../../platform/outbox/event-catalogue';
import { Outbox } from '../../platform/outbox/outbox';
import { InvoiceFinalized, InvoicePaid, InvoiceVoided } from '../invoices';
import {
  SubscriptionCanceled,
  SubscriptionPlanChanged,
  SubscriptionStarted,
  SubscriptionTerminated,
} from '../subscriptions';
import { AnalyticsRepository } from './analytics.repository';
import { monthlyCents, type InvoiceTransition } from './analytics.rules';

/** As much of an invoice as is counted. */
interface InvoicePayload {
  currency: string;
  total_amount_cents: number;
}

/** As much of a subscription as is counted. */
interface SubscriptionPayload {
  status: string;
  currency: string;
  amount_cents: number;
  interval: string;
}

/** Keeps the counters of analytics in the transactions that change what they count (docs/concepts.md#analytics). */
@Injectable()
export class AnalyticsCounting implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly repository: AnalyticsRepository,
  ) {}

  onModuleInit(): void {
    this.outbox.onBatch(InvoiceFinalized, (tx, events) => this.countInvoices(tx, events, 'finalized'));
    this.outbox.onBatch(InvoicePaid, (tx, events) => this.countInvoices(tx, events, 'paid'));
    this.outbox.onBatch(InvoiceVoided, (tx, events) => this.countInvoices(tx, events, 'voided'));
    const changes = [
      SubscriptionStarted,
      SubscriptionPlanChanged,
      SubscriptionCanceled,
      SubscriptionTerminated,
    ];
    for (const kind of changes) this.outbox.on(kind, (tx, event) => this.countSubscription(tx, event));
  }

  private countInvoices(
    tx: Transaction,
    events: readonly OutboxEvent<InvoicePayload>[],
    transition: InvoiceTransition,
  ): Promise<void> {
    const invoices = events.map(({ organizationId, object, createdAt }) => ({
      organizationId,
      currency: object.currency,
      amountCents: object.total_amount_cents,
      at: createdAt,
    }));
    return this.repository.countInvoices(tx, transition, invoices);
  }

  private countSubscription(
    tx: Transaction,
    { organizationId, objectId, object, createdAt }: OutboxEvent<SubscriptionPayload>,
  ): Promise<void> {
    const { status, currency, amount_cents, interval } = object;
    const revenue =
      status === 'active' ? { currency, monthlyCents: monthlyCents(amount_cents, interval) } : null;
    const counted = { organizationId, subscriptionId: objectId, revenue, at: createdAt };
    return this.repository.countSubscription(tx, counted);
  }
}
