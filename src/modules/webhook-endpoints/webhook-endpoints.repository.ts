import { Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import { findPage } from '../../platform/database/find-page';
import type { Transaction } from '../../platform/database/transactions';
import { newId } from '../../platform/domain/id';
import type { Page, PageQuery } from '../../platform/http/paging';
import { EarlierSecretEntity } from './earlier-secret.entity';
import { Quotas } from '../../platform/quotas/quotas';
import { EndpointSubscriptionEntity } from './endpoint-subscription.entity';
import { WebhookEndpointEntity } from './webhook-endpoint.entity';
import { isSameSubscription, subscriptionOf } from './webhook-endpoint.rules';

/** Queries of webhook endpoints. Every write maintains the subscription history; reads skip deleted endpoints. */
@Injectable()
export class WebhookEndpointsRepository {
  constructor(private readonly quotas: Quotas) {}

  find(tx: Transaction, organizationId: string, id: string): Promise<WebhookEndpointEntity | null> {
    return tx.findOneBy(WebhookEndpointEntity, { organizationId, id, deletedAt: IsNull() });
  }

  /** Returns any endpoint of any organization. */
  findAny(tx: Transaction): Promise<WebhookEndpointEntity | null> {
    return tx.findOneBy(WebhookEndpointEntity, { deletedAt: IsNull() });
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

  /** Forgets failures before a success. */
  async clearFailing(tx: Transaction, organizationId: string, id: string): Promise<void> {
    const failing = { organizationId, id, failingSince: Not(IsNull()) };
    await tx.update(WebhookEndpointEntity, failing, { failingSince: null });
  }

  /** @throws InvalidStateError when the organization has as many endpoints as it may have. */
  assertRoom(tx: Transaction, organizationId: string): Promise<void> {
    const where = { organizationId, deletedAt: IsNull() };
    return this.quotas.assertRoom(tx, organizationId, 'webhookEndpoints', async (limit) => {
      const found = await tx.find(WebhookEndpointEntity, { where, select: { id: true }, take: limit });
      return found.length;
    });
  }

  async insert(tx: Transaction, endpoint: WebhookEndpointEntity): Promise<void> {
    await tx.insert(WebhookEndpointEntity, endpoint);
    await this.keepHistory(tx, null, endpoint);
  }

  async update(tx: Transaction, before: WebhookEndpointEntity, after: WebhookEndpointEntity): Promise<void> {
    const { organizationId, id, ...columns } = after;
    await tx.update(WebhookEndpointEntity, { organizationId, id }, columns);
    await this.keepHistory(tx, before, after);
  }

  /** Returns the secrets from before the previous one, newest first. */
  findEarlierSecrets(
    tx: Transaction,
    organizationId: string,
    webhookEndpointId: string,
  ): Promise<EarlierSecretEntity[]> {
    return tx.find(EarlierSecretEntity, {
      where: { organizationId, webhookEndpointId },
      order: { id: 'DESC' },
    });
  }

  async insertEarlierSecret(tx: Transaction, secret: EarlierSecretEntity): Promise<void> {
    await tx.insert(EarlierSecretEntity, secret);
  }

  async deleteEarlierSecrets(tx: Transaction, secrets: readonly EarlierSecretEntity[]): Promise<void> {
    const [first] = secrets;
    if (first === undefined) return;
    const { organizationId, webhookEndpointId } = first;
    const id = In(secrets.map((it) => it.id));
    await tx.delete(EarlierSecretEntity, { organizationId, webhookEndpointId, id });
  }

  /** Ends the span of the old subscription and starts that of the new one, if they differ. */
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
      const span = {
        organizationId,
        id: newId(),
        webhookEndpointId,
        eventTypes,
        startsAt: at,
        endsAt: null,
      };
      await tx.insert(EndpointSubscriptionEntity, span);
    }
  }
}
