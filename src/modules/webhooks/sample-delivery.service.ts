import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Caller } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { InvalidStateError } from '../../platform/errors/app-error';
import { EventExamples } from '../../platform/openapi/event-examples';
import { WebhookEndpointsService } from '../webhook-endpoints';
import type { WebhookRecord } from './history/delivery-record.query';
import { WebhookQueriesRepository } from './history/webhook-queries.repository';
import { DeliveryWriter } from './queue/delivery-writer';
import { sampleOf } from './webhook.rules';

/** Sends samples of events: deliveries about no event (docs/webhooks.md#samples). */
@Injectable()
export class SampleDeliveryService {
  constructor(
    private readonly transactions: Transactions,
    private readonly endpoints: WebhookEndpointsService,
    private readonly writer: DeliveryWriter,
    private readonly queries: WebhookQueriesRepository,
    private readonly examples: EventExamples,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws InvalidStateError for an inactive endpoint, which gets no new deliveries. */
  send(caller: Caller, endpointId: string, kind: string): Promise<WebhookRecord> {
    const { organizationId } = caller;
    const sample = sampleOf(this.examples.of(kind), organizationId, this.clock.now());
    return this.transactions.runFor(caller, async (tx) => {
      await this.endpoints.loadActive(tx, organizationId, endpointId);
      const id = await this.writer.writeSample(tx, sample, endpointId);
      const record = await this.queries.find(tx, organizationId, id);
      if (record !== null) return record;
      // The endpoint has been deleted or deactivated since it was loaded: fail in the same way.
      await this.endpoints.loadActive(tx, organizationId, endpointId);
      throw new InvalidStateError('The endpoint was changed at the same time; try again.');
    });
  }
}
