import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type Config } from '../../../platform/config/config';
import { Transactions, type Transaction } from '../../../platform/database/transactions';
import { newId } from '../../../platform/domain/id';
import { coversKind } from '../../../platform/outbox/event-catalogue';
import { Outbox } from '../../../platform/outbox/outbox';
import type { StoredEvent } from '../../../platform/outbox/stored-event';
import { Dispatcher } from '../delivery/dispatcher';
import { WebhookEndpointTest } from '../webhook.events';
import { DeliveriesRepository, type NewDelivery } from './deliveries.repository';

/** Creates the deliveries of every event, one per active, subscribed endpoint, in the event's transaction; and samples. */
@Injectable()
export class DeliveryWriter implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
    private readonly repository: DeliveriesRepository,
    private readonly dispatcher: Dispatcher,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.outbox.subscribe((tx, events) => this.write(tx, events));
  }

  /** Creates the delivery of a sample unless its endpoint has been deleted or deactivated. Returns its id. */
  async writeSample(tx: Transaction, event: StoredEvent, endpointId: string): Promise<string> {
    const id = newId(event.createdAt);
    await this.repository.insertSample(tx, { event, id, endpointId }, this.config.webhooks.maxRetries);
    this.transactions.afterCommit(tx, this.dispatcher.wake);
    return id;
  }

  private async write(tx: Transaction, events: readonly StoredEvent[]): Promise<void> {
    const organizationIds = [...new Set(events.map((it) => it.organizationId))];
    const endpoints = await this.repository.activeEndpoints(tx, organizationIds);
    const deliveries = events.flatMap((event) =>
      endpoints
        .filter((it) => it.organizationId === event.organizationId && receives(it, event))
        .map((it): NewDelivery => ({ event, id: newId(event.createdAt), endpointId: it.id })),
    );
    if (deliveries.length === 0) return;
    await this.repository.insertDeliveries(tx, deliveries, this.config.webhooks.maxRetries);
    this.transactions.afterCommit(tx, this.dispatcher.wake);
  }
}

/** A test event goes to its own endpoint only, whatever the subscriptions. */
function receives(endpoint: { id: string; eventTypes: string[] }, event: StoredEvent): boolean {
  if (event.kind === WebhookEndpointTest.kind) return endpoint.id === event.objectId;
  return coversKind(endpoint.eventTypes, event.kind);
}
