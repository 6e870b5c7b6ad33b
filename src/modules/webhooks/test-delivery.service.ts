import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { InvalidStateError } from '../../platform/errors/app-error';
import { Outbox } from '../../platform/outbox/outbox';
import type { OutboxEvent } from '../../platform/outbox/outbox-event';
import { WebhookEndpointsService, toWebhookEndpointResponse } from '../webhook-endpoints';
import { DeliveryWriter } from './delivery-writer';
import { sampleOf } from './sample-event';
import { WebhookEndpointTest } from './webhook.events';
import { WebhookQueriesRepository, type WebhookRecord } from './webhook-queries.repository';

type Endpoint = Awaited<ReturnType<WebhookEndpointsService['get']>>;

/** Sends test events and samples to an endpoint. They take the same path as all other events (docs/webhooks.md). */
@Injectable()
export class TestDeliveryService {
  constructor(
    private readonly transactions: Transactions,
    private readonly endpoints: WebhookEndpointsService,
    private readonly outbox: Outbox,
    private readonly deliveries: DeliveryWriter,
    private readonly queries: WebhookQueriesRepository,
  ) {}

  /**
   * Sends a sample of an event kind; without a kind, an event about the endpoint itself.
   *
   * @throws InvalidStateError if the endpoint is inactive, because it gets no new deliveries
   */
  send(organizationId: string, endpointId: string, kind: string | null): Promise<WebhookRecord> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const endpoint = await this.activeEndpoint(organizationId, endpointId);
      const event = await (kind === null
        ? this.appendTest(tx, endpoint)
        : this.appendSample(tx, endpoint, kind));
      const record = event === undefined ? null : await this.queries.findByEvent(tx, event);
      if (record !== null) return record;
      // No delivery: the endpoint was deleted or deactivated after it was loaded. Fail with the error for its
      // new state.
      await this.activeEndpoint(organizationId, endpointId);
      throw new InvalidStateError('The endpoint changed during the request; try again.');
    });
  }

  /** The delivery writer of all events creates the delivery. */
  private async appendTest(tx: Transaction, endpoint: Endpoint): Promise<OutboxEvent | undefined> {
    const { organizationId, id: objectId } = endpoint;
    const object = toWebhookEndpointResponse(endpoint);
    const [event] = await this.outbox.append(
      tx,
      WebhookEndpointTest.of({ organizationId, objectId, object }),
    );
    return event;
  }

  private async appendSample(
    tx: Transaction,
    { organizationId, id }: Endpoint,
    kind: string,
  ): Promise<OutboxEvent> {
    const event = await this.outbox.appendSample(tx, sampleOf(kind, organizationId));
    await this.deliveries.writeOne(tx, event, id);
    return event;
  }

  private async activeEndpoint(organizationId: string, id: string): Promise<Endpoint> {
    const endpoint = await this.endpoints.get(organizationId, id);
    if (endpoint.status === 'active') return endpoint;
    throw new InvalidStateError('An inactive endpoint gets no deliveries; activate it first.');
  }
}
