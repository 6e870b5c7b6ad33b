import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { findPage } from '../../platform/database/find-page';
import type { Transaction } from '../../platform/database/transactions';
import { updateVersioned } from '../../platform/database/update-versioned';
import { newId } from '../../platform/domain/id';
import type { Page, PageQuery } from '../../platform/http/paging';
import { EndpointSubscriptionEntity } from './endpoint-subscription.entity';
import { WebhookEndpointEntity } from './webhook-endpoint.entity';
import { isSameSubscription, subscriptionOf } from './webhook-endpoint.rules';

/**
 * Queries webhook endpoints. Every write also records the history of selected event kinds. Deleted endpoints
 * are not found.
 */
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
    await this.keepHistory(tx, null, endpoint);
  }

  async update(
    tx: Transaction,
    before: WebhookEndpointEntity,
    after: WebhookEndpointEntity,
  ): Promise<WebhookEndpointEntity> {
    const stored = await updateVersioned(tx, WebhookEndpointEntity, after);
    await this.keepHistory(tx, before, after);
    return stored;
  }

  /**
   * If the selected event kinds change, ends the current period of the history and starts one with the new
   * kinds.
   */
  private async keepHistory(
    tx: Transaction,
    before: WebhookEndpointEntity | null,
    after: WebhookEndpointEntity,
  ): Promise<void> {
    const { organizationId, id: webhookEndpointId, updatedAt: at } = after;
    const eventTypes = subscriptionOf(after);
    if (before !== null) {
      if (isSameSubscription(subscriptionOf(before), eventTypes)) return;
      const open = { organizationId, webhookEndpointId, endsAt: IsNull() };
      await tx.update(EndpointSubscriptionEntity, open, { endsAt: at });
    }
    if (eventTypes !== null) {
      const begun = {
        organizationId,
        id: newId(),
        webhookEndpointId,
        eventTypes,
        startsAt: at,
        endsAt: null,
      };
      await tx.insert(EndpointSubscriptionEntity, begun);
    }
  }
}
