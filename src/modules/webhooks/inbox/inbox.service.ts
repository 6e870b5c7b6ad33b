import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Transactions, type Caller } from '../../../platform/database/transactions';
import { InvalidStateError, OrganizationSuspendedError } from '../../../platform/errors/app-error';
import type { Credential } from '../../../platform/http/credential';
import type { Page, PageQuery } from '../../../platform/http/paging';
import { ApiKeyAuthentication } from '../../api-keys';
import { INBOX_URL, WebhookEndpointsService } from '../../webhook-endpoints';
import { InboxStreams } from './inbox-streams';
import { InboxRepository, type InboxRequest } from './inbox.repository';

/** Use cases of inboxes (docs/webhooks.md#inbox). */
@Injectable()
export class InboxService {
  constructor(
    private readonly transactions: Transactions,
    private readonly endpoints: WebhookEndpointsService,
    private readonly repository: InboxRepository,
    private readonly streams: InboxStreams,
    private readonly authentication: ApiKeyAuthentication,
  ) {}

  /** Returns what the endpoint has received while its `url` was `inbox`. */
  list(caller: Caller, endpointId: string, query: PageQuery): Promise<Page<InboxRequest>> {
    const { organizationId } = caller;
    return this.transactions.readFor(caller, async (tx) => {
      await this.endpoints.load(tx, organizationId, endpointId);
      return this.repository.list(tx, organizationId, endpointId, query);
    });
  }

  /**
   * Streams what the inbox receives.
   *
   * @param after number of the last request that the client knows; null for new ones only
   * @throws InvalidStateError unless the endpoint is an inbox; OrganizationSuspendedError, because nothing would arrive;
   *   RateLimitedError, ServiceUnavailableError at a cap.
   */
  async stream(
    caller: Caller & { credential: Credential | null },
    endpointId: string,
    after: number | null,
    response: Response,
  ): Promise<void> {
    const { organizationId, credential } = caller;
    this.streams.assertRoom(organizationId);
    const from = await this.transactions.readFor(caller, async (tx) => {
      const { url } = await this.endpoints.load(tx, organizationId, endpointId);
      if (url !== INBOX_URL) throw new InvalidStateError(`The url of the endpoint is not "${INBOX_URL}".`);
      return after ?? (await this.repository.lastSequence(tx, organizationId, endpointId));
    });
    const key = await this.authentication.recheck(credential);
    if (key?.isOrganizationActive === false) throw new OrganizationSuspendedError();
    if (response.closed) return;
    this.streams.open({ organizationId, endpointId, credential }, from, response);
  }
}
