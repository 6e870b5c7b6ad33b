import { Inject, Injectable } from '@nestjs/common';
import type { QueryRunner } from 'typeorm';
import type { Transaction } from '../database/transactions';
import { CLOCK, type Clock } from '../domain/clock';
import { newId } from '../domain/id';
import { ResourceFields } from '../extensions';
import {
  payloadOf,
  type DomainEvent,
  type EventDefinition,
  type InternalEvent,
  type OutboxEvent,
  type Subscribable,
} from './event-catalogue';
import { OutboxRepository } from './outbox.repository';
import { toStoredEvent, type StoredEvent } from './stored-event';

/** Runs in the transaction that appends. A failure fails the change itself. */
export type OutboxSubscriber = (tx: Transaction, events: readonly StoredEvent[]) => Promise<void>;

type Handler<Received> = (tx: Transaction, received: Received) => Promise<void>;

/**
 * Records what happened (docs/decisions.md#transactions). An event exists exactly if the transaction that made the
 * change commits, and every subscriber has acted on it in that same transaction.
 */
@Injectable()
export class Outbox {
  private readonly subscribers: OutboxSubscriber[] = [];
  /** Transactions to which nothing may be appended now. */
  private readonly closed = new WeakSet<QueryRunner>();
  /** By kind. */
  private readonly handlers = new Map<string, Handler<object>[]>();
  /** By kind; each gets all events of the kind that are appended together. */
  private readonly batchHandlers = new Map<string, Handler<readonly object[]>[]>();

  constructor(
    private readonly repository: OutboxRepository,
    private readonly fields: ResourceFields,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Subscribes to every stored event, before the handlers of its kind: for delivery, the audit log and metrics only. Call it in onModuleInit. */
  subscribe(subscriber: OutboxSubscriber): void {
    this.subscribers.push(subscriber);
  }

  /** Subscribes to one kind of event. Call it in onModuleInit; handlers run in the order of subscription. */
  on<Received extends object>(definition: Subscribable<Received>, handler: Handler<Received>): void {
    const { kind } = definition;
    this.handlers.set(kind, [...(this.handlers.get(kind) ?? []), handler as Handler<object>]);
  }

  /**
   * Subscribes to one kind of event, to receive all that are appended together: for work whose statements must not grow
   * with the bills of a batch. Runs after the handlers of single events. Call it in onModuleInit.
   */
  onBatch<Payload extends object>(
    { kind }: EventDefinition<Payload>,
    handler: Handler<readonly OutboxEvent<Payload>[]>,
  ): void {
    const handlers = this.batchHandlers.get(kind) ?? [];
    this.batchHandlers.set(kind, [...handlers, handler as Handler<readonly object[]>]);
  }

  /**
   * Records events, in this order, within the caller's transaction. Adds the fields of other modules to their objects
   * (docs/extending.md#fields-of-other-modules), so that they are what GET shows.
   */
  async append(tx: Transaction, ...appended: DomainEvent[]): Promise<StoredEvent[]> {
    if (tx.queryRunner !== undefined && this.closed.has(tx.queryRunner)) {
      throw new Error('An extension returns its events; their place is after those of its caller');
    }
    const createdAt = this.clock.now();
    const sequences = await this.repository.takeSequences(tx, appended);
    const events = await this.fields.complete(
      tx,
      appended.map((event, index) => {
        const sequence = sequences[index] ?? 1;
        return { event, sequence, payload: payloadOf(event.kind) };
      }),
    );
    const stored = events.map((event, index) =>
      toStoredEvent(event, newId(), sequences[index] ?? 1, createdAt),
    );
    await this.repository.insert(tx, stored);
    for (const subscriber of this.subscribers) await subscriber(tx, stored);
    const received = events.map((event, index) => ({ ...event, ...stored[index] }));
    for (const event of received) await this.handle(tx, event.kind, event);
    for (const [kind, handlers] of this.batchHandlers) {
      const ofKind = received.filter((it) => it.kind === kind);
      for (const handler of ofKind.length === 0 ? [] : handlers) await handler(tx, ofKind);
    }
    return stored;
  }

  /**
   * Runs work of an extension that returns its events, and refuses events that it appends to the transaction itself: they
   * would come before those of its caller.
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

  /** Passes an internal event to its handlers, within the caller's transaction. Nothing is stored. */
  emit<Payload extends object>(
    tx: Transaction,
    definition: InternalEvent<Payload>,
    payload: Payload,
  ): Promise<void> {
    return this.handle(tx, definition.kind, payload);
  }

  private async handle(tx: Transaction, kind: string, received: object): Promise<void> {
    for (const handler of this.handlers.get(kind) ?? []) await handler(tx, received);
  }
}
