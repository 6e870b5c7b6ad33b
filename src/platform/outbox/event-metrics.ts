import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Transactions, type Transaction } from '../database/transactions';
import { domainEvents } from '../observability/metrics';
import { SeriesByLabels } from '../observability/series';
import { Outbox } from './outbox';
import type { StoredEvent } from './stored-event';

const counts = new SeriesByLabels((kind) => domainEvents.labels(kind));

/** Counts recorded events by kind, once they are committed (docs/operations.md#metrics). */
@Injectable()
export class EventMetrics implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
  ) {}

  onModuleInit(): void {
    this.outbox.subscribe((tx, events) => this.countAfterCommit(tx, events));
  }

  private countAfterCommit(tx: Transaction, events: readonly StoredEvent[]): Promise<void> {
    this.transactions.afterCommit(tx, () => {
      for (const { kind } of events) counts.of(kind).inc();
    });
    return Promise.resolve();
  }
}
