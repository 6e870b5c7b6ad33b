import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions';
import { InvalidStateError } from '../../../platform/errors/app-error';
import type { Page, PageQuery } from '../../../platform/http/paging';
import { INBOX_URL, WebhookEndpointsService } from '../../webhook-endpoints';
import type { InboxKey, InboxMessage } from './inbox';
import { InboxRepository } from './inbox.repository';

/** Reads the messages of endpoints whose URL is `inbox` (docs/webhooks.md#inbox). */
@Injectable()
export class InboxService {
  constructor(
    private readonly transactions: Transactions,
    private readonly endpoints: WebhookEndpointsService,
    private readonly repository: InboxRepository,
  ) {}

  /** @throws NotFoundError; InvalidStateError for an endpoint that is no inbox */
  async inboxOf(organizationId: string, endpointId: string): Promise<InboxKey> {
    const { url } = await this.endpoints.get(organizationId, endpointId);
    if (url === INBOX_URL) return { organizationId, endpointId };
    throw new InvalidStateError(
      `This endpoint is no inbox: its deliveries are sent to its URL. Create an endpoint with the url "${INBOX_URL}".`,
    );
  }

  async list(
    organizationId: string,
    endpointId: string,
    query: PageQuery<'received_at'>,
  ): Promise<Page<InboxMessage>> {
    const inbox = await this.inboxOf(organizationId, endpointId);
    return this.transactions.readFor(organizationId, (tx) => this.repository.list(tx, inbox, query));
  }
}
