import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { InvalidStateError } from '../../platform/errors/app-error';
import { Outbox } from '../../platform/outbox/outbox';
import { WebhookEndpointsService, toWebhookEndpointResponse } from '../webhook-endpoints';
import { WebhookEndpointTest } from './webhook.events';
import { WebhookQueriesRepository, type WebhookRecord } from './webhook-queries.repository';

/** Sends test events to an endpoint. They take the same path as all other events (docs/webhooks.md). */
@Injectable()
export class TestDeliveryService {
  constructor(
    private readonly transactions: Transactions,
    private readonly endpoints: WebhookEndpointsService,
    private readonly outbox: Outbox,
    private readonly queries: WebhookQueriesRepository,
  ) {}

  /** @throws InvalidStateError if the endpoint is inactive, because it gets no new deliveries */
  send(organizationId: string, endpointId: string): Promise<WebhookRecord> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const endpoint = await this.activeEndpoint(organizationId, endpointId);
      const object = toWebhookEndpointResponse(endpoint);
      const [event] = await this.outbox.append(
        tx,
        WebhookEndpointTest.of({ organizationId, objectId: endpointId, object }),
      );
      const record = event === undefined ? null : await this.queries.findByEvent(tx, event);
      if (record !== null) return record;
      // No delivery: the endpoint was deleted or deactivated after it was loaded. Fail with the error for its
      // new state.
      await this.activeEndpoint(organizationId, endpointId);
      throw new InvalidStateError('The endpoint changed during the request; try again.');
    });
  }

  private async activeEndpoint(
    organizationId: string,
    id: string,
  ): ReturnType<WebhookEndpointsService['get']> {
    const endpoint = await this.endpoints.get(organizationId, id);
    if (endpoint.status === 'active') return endpoint;
    throw new InvalidStateError('An inactive endpoint gets no deliveries; activate it first.');
  }
}
