import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { InvalidStateError } from '../../platform/errors/app-error';
import { Outbox } from '../../platform/outbox/outbox';
import { WebhookEndpointsService, toWebhookEndpointResponse } from '../webhook-endpoints';
import { WebhookEndpointTest } from './webhook.events';
import { WebhookQueriesRepository, type WebhookRecord } from './webhook-queries.repository';

/** The test call: an event of its own kind, through the same path as every other. */
@Injectable()
export class TestDeliveryService {
  constructor(
    private readonly transactions: Transactions,
    private readonly endpoints: WebhookEndpointsService,
    private readonly outbox: Outbox,
    private readonly queries: WebhookQueriesRepository,
  ) {}

  /** @throws InvalidStateError for an inactive endpoint, which gets no new deliveries. */
  send(organizationId: string, endpointId: string): Promise<WebhookRecord> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const endpoint = await this.endpoints.get(organizationId, endpointId);
      if (endpoint.status !== 'active') {
        throw new InvalidStateError('An inactive endpoint gets no deliveries; activate it first.');
      }
      const object = toWebhookEndpointResponse(endpoint);
      const [event] = await this.outbox.append(
        tx,
        WebhookEndpointTest.of({ organizationId, objectId: endpointId, object }),
      );
      const record = event === undefined ? null : await this.queries.findByEvent(tx, event);
      if (record === null) throw new InvalidStateError('The endpoint was made inactive at this moment.');
      return record;
    });
  }
}
