import { Injectable } from '@nestjs/common';
import { Transactions, type Caller } from '../../platform/database/transactions';
import { InvalidStateError } from '../../platform/errors/app-error';
import { Outbox } from '../../platform/outbox/outbox';
import { WebhookEndpointsService, toWebhookEndpointResponse } from '../webhook-endpoints';
import type { WebhookRecord } from './history/delivery-record.query';
import { WebhookQueriesRepository } from './history/webhook-queries.repository';
import { WebhookEndpointTest } from './webhook.events';

/** Sends test events through the path of every other event (docs/webhooks.md#test-events). */
@Injectable()
export class TestDeliveryService {
  constructor(
    private readonly transactions: Transactions,
    private readonly endpoints: WebhookEndpointsService,
    private readonly outbox: Outbox,
    private readonly queries: WebhookQueriesRepository,
  ) {}

  /** @throws InvalidStateError for an inactive endpoint, which gets no new deliveries. */
  send(caller: Caller, endpointId: string): Promise<WebhookRecord> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const endpoint = await this.endpoints.loadActive(tx, organizationId, endpointId);
      const object = toWebhookEndpointResponse(endpoint);
      const [event] = await this.outbox.append(
        tx,
        WebhookEndpointTest.of({ organizationId, objectId: endpointId, object }),
      );
      const record = event === undefined ? null : await this.queries.findByEvent(tx, event);
      if (record !== null) return record;
      // The endpoint has been deleted or deactivated since it was loaded: fail in the same way.
      await this.endpoints.loadActive(tx, organizationId, endpointId);
      throw new InvalidStateError('The endpoint was changed at the same time; try again.');
    });
  }
}
