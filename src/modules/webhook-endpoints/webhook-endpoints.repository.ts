import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { findPage } from '../../platform/database/find-page';
import type { Transaction } from '../../platform/database/transactions';
import type { Page, PageQuery } from '../../platform/http/paging';
import { WebhookEndpointEntity } from './webhook-endpoint.entity';

/** Queries of the webhook endpoints. Deleted ones are not found. */
@Injectable()
export class WebhookEndpointsRepository {
  find(tx: Transaction, organizationId: string, id: string): Promise<WebhookEndpointEntity | null> {
    return tx.findOneBy(WebhookEndpointEntity, { organizationId, id, deletedAt: IsNull() });
  }

  findForUpdate(tx: Transaction, organizationId: string, id: string): Promise<WebhookEndpointEntity | null> {
    return tx.findOne(WebhookEndpointEntity, {
      where: { organizationId, id, deletedAt: IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
  }

  list(tx: Transaction, organizationId: string, query: PageQuery): Promise<Page<WebhookEndpointEntity>> {
    return findPage(tx, WebhookEndpointEntity, { organizationId, deletedAt: IsNull() }, query);
  }

  async insert(tx: Transaction, endpoint: WebhookEndpointEntity): Promise<void> {
    await tx.insert(WebhookEndpointEntity, endpoint);
  }

  async update(tx: Transaction, endpoint: WebhookEndpointEntity): Promise<void> {
    const { organizationId, id, ...columns } = endpoint;
    await tx.update(WebhookEndpointEntity, { organizationId, id }, columns);
  }
}
