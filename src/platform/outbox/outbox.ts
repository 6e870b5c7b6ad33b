import { Inject, Injectable } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';
import type { Transaction } from '../database/transactions';
import { CLOCK, type Clock } from '../domain/clock';
import { newId } from '../domain/id';
import type { DomainEvent } from './event-catalogue';
import { OutboxRepository } from './outbox.repository';
import { toOutboxEvent, type OutboxEvent } from './outbox-event';

/** Handles events in the transaction that appends them. If it throws, the change is rolled back as well. */
export type OutboxSubscriber = (tx: Transaction, events: readonly OutboxEvent[]) => Promise<void>;

/**
 * Records domain events (docs/webhooks.md). An event exists if and only if the transaction of the change commits, and
 * every subscriber handles it in that same transaction.
 */
@Injectable()
export class Outbox {
  private readonly subscribers: OutboxSubscriber[] = [];
  /** The events that the subscribers of each transaction are still to handle. */
  private readonly dispatches = new WeakMap<Transaction, (readonly OutboxEvent[])[]>();
  /** Connections whose transaction must not append events now. */
  private readonly closed = new WeakSet<QueryRunner>();

  constructor(
    private readonly repository: OutboxRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Adds a subscriber. Each module calls it at most once, at start-up. */
  subscribe(subscriber: OutboxSubscriber): void {
    this.subscribers.push(subscriber);
  }

  /** Records events in the caller's transaction, in the given order. */
  async append(tx: Transaction, ...events: DomainEvent[]): Promise<OutboxEvent[]> {
    if (tx.queryRunner !== undefined && this.closed.has(tx.queryRunner)) {
      throw new Error(
        'an extension appended an event; it must return its events, which follow those of its caller',
      );
    }
    const stored = await this.store(tx, events, false);
    await this.dispatch(tx, stored);
    return stored;
  }

  /**
   * Records a sample: an event about a made-up object, marked in its body. No subscriber gets it, because nothing has
   * changed; the caller creates its delivery.
   */
  async appendSample(tx: Transaction, event: DomainEvent): Promise<OutboxEvent> {
    const [stored] = await this.store(tx, [event], true);
    if (stored === undefined) throw new Error('unreachable');
    return stored;
  }

  /**
   * Runs work of an extension that returns its events. Events that it appends itself are refused, because they would
   * precede those of its caller.
   */
  async closedFor<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
    const { queryRunner } = tx;
    if (queryRunner === undefined || this.closed.has(queryRunner)) return work();
    this.closed.add(queryRunner);
    try {
      return await work();
    } finally {
      this.closed.delete(queryRunner);
    }
  }

  private async store(
    tx: Transaction,
    events: readonly DomainEvent[],
    sample: boolean,
  ): Promise<OutboxEvent[]> {
    const createdAt = this.clock.now();
    const sequences = await this.repository.takeSequences(tx, events);
    const stored = events.map((event, index) =>
      toOutboxEvent(event, newId(), sequences[index] ?? 1, createdAt, sample),
    );
    await this.repository.insert(tx, stored);
    return stored;
  }

  /**
   * Calls all subscribers with the events. Events that a subscriber appends come after those that it is handling:
   * otherwise their deliveries would be created first.
   */
  private async dispatch(tx: Transaction, events: readonly OutboxEvent[]): Promise<void> {
    const running = this.dispatches.get(tx);
    if (running !== undefined) {
      running.push(events);
      return;
    }
    const queue = [events];
    this.dispatches.set(tx, queue);
    try {
      for (const next of queue) {
        for (const subscriber of this.subscribers) await subscriber(tx, next);
      }
    } finally {
      this.dispatches.delete(tx);
    }
  }
}
