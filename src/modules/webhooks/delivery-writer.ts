import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { newId } from '../../platform/domain/id';
import { coversKind } from '../../platform/outbox/event-catalogue';
import { Outbox } from '../../platform/outbox/outbox';
import type { OutboxEvent } from '../../platform/outbox/outbox-event';
import { DeliveryNotifier } from './engine/delivery-notifier';
import { WebhookEndpointTest } from './webhook.events';
import { WebhooksRepository, type NewDelivery } from './webhooks.repository';

/**
 * Creates the deliveries of every event in the transaction of the event: one for each active endpoint that
 * has selected the event's kind.
 */
@Injectable()
export class DeliveryWriter implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
    private readonly repository: WebhooksRepository,
    private readonly notifier: DeliveryNotifier,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.outbox.subscribe((tx, events) => this.write(tx, events));
  }

  private async write(tx: Transaction, events: readonly OutboxEvent[]): Promise<void> {
    const organizationIds = [...new Set(events.map((it) => it.organizationId))];
    const endpoints = await this.repository.activeEndpoints(tx, organizationIds);
    const deliveries = events.flatMap((event) =>
      endpoints
        .filter((it) => it.organizationId === event.organizationId && receives(it, event))
        .map((it): NewDelivery => ({ event, id: newId(event.createdAt), endpointId: it.id })),
    );
    await this.insert(tx, deliveries);
  }

  /** Creates one delivery of the event to the endpoint, regardless of its selected event kinds; none if it is inactive. */
  async writeOne(tx: Transaction, event: OutboxEvent, endpointId: string): Promise<void> {
    await this.insert(tx, [{ event, id: newId(event.createdAt), endpointId }]);
  }

  private async insert(tx: Transaction, deliveries: readonly NewDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    await this.repository.insertDeliveries(tx, deliveries, this.config.webhooks.maxRetries);
    this.transactions.afterCommit(this.notifier.wake);
  }
}

/**
 * Returns whether the endpoint receives the event. A test event goes only to its own endpoint,
 * regardless of selected event kinds.
 */
function receives(endpoint: { id: string; eventTypes: string[] }, event: OutboxEvent): boolean {
  if (event.kind === WebhookEndpointTest.kind) return endpoint.id === event.objectId;
  return coversKind(endpoint.eventTypes, event.kind);
}
