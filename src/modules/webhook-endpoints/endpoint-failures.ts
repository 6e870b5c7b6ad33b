import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config';
import { Transactions, type Caller, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { Outbox } from '../../platform/outbox/outbox';
import { toWebhookEndpointResponse } from './webhook-endpoint.dto';
import type { WebhookEndpointEntity } from './webhook-endpoint.entity';
import { WebhookEndpointDisabled, type ChangedEndpoint } from './webhook-endpoint.events';
import { WebhookEndpointsRepository } from './webhook-endpoints.repository';

const DAY_MS = 24 * 60 * 60 * 1000;
const JOB = 'endpoint-failures';

/** Deactivates endpoints to which every attempt has failed for days (docs/webhooks.md#endpoints-that-keep-failing). */
@Injectable()
export class EndpointFailures {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: WebhookEndpointsRepository,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** An attempt has succeeded. */
  async succeeded({ organizationId, id }: ChangedEndpoint): Promise<void> {
    await this.transactions.runFor(callerOf(organizationId), (tx) =>
      this.repository.clearFailing(tx, organizationId, id),
    );
  }

  /** An attempt has failed. Deactivates the endpoint if all attempts have failed for ENDPOINT_DISABLE_AFTER_DAYS. */
  async failed({ organizationId, id }: ChangedEndpoint): Promise<void> {
    await this.transactions.runFor(callerOf(organizationId), async (tx) => {
      const seen = await this.repository.find(tx, organizationId, id);
      if (seen?.status !== 'active' || !this.isNews(seen.failingSince)) return;
      const endpoint = await this.repository.findForUpdate(tx, organizationId, id);
      if (endpoint?.status !== 'active') return;
      if (endpoint.failingSince === null) {
        await this.repository.update(tx, endpoint, { ...endpoint, failingSince: this.clock.now() });
      } else if (this.isNews(endpoint.failingSince)) {
        await this.disable(tx, endpoint);
      }
    });
  }

  /** Whether a failure changes anything: it is the first one, or the endpoint has failed for long enough. */
  private isNews(failingSince: Date | null): boolean {
    const days = this.config.webhooks.disableAfterDays;
    return failingSince === null || this.clock.now().getTime() - failingSince.getTime() >= days * DAY_MS;
  }

  private async disable(tx: Transaction, endpoint: WebhookEndpointEntity): Promise<void> {
    const { organizationId, id, failingSince } = endpoint;
    const since = failingSince?.toISOString() ?? '';
    const after: WebhookEndpointEntity = {
      ...endpoint,
      status: 'inactive',
      failingSince: null,
      disabledReason: `Every attempt has failed since ${since}.`,
      updatedAt: this.clock.now(),
    };
    await this.repository.update(tx, endpoint, after);
    const object = toWebhookEndpointResponse(after);
    await this.outbox.append(tx, WebhookEndpointDisabled.of({ organizationId, objectId: id, object }));
  }
}

const callerOf = (organizationId: string): Caller => ({ organizationId, job: JOB });
