import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { findPage } from '../../../platform/database/find-page';
import type { Transaction } from '../../../platform/database/transactions';
import type { Page, PageQuery } from '../../../platform/http/paging';
import { ProviderConnectionEntity } from './connection.entity';

/** Queries of the connections to payment providers. */
@Injectable()
export class ConnectionsRepository {
  find(tx: Transaction, organizationId: string, provider: string): Promise<ProviderConnectionEntity | null> {
    return tx.findOneBy(ProviderConnectionEntity, { organizationId, provider });
  }

  findForUpdate(
    tx: Transaction,
    organizationId: string,
    provider: string,
  ): Promise<ProviderConnectionEntity | null> {
    const where = { organizationId, provider };
    return tx.findOne(ProviderConnectionEntity, { where, lock: { mode: 'pessimistic_write' } });
  }

  list(tx: Transaction, organizationId: string, query: PageQuery): Promise<Page<ProviderConnectionEntity>> {
    return findPage(tx, ProviderConnectionEntity, { organizationId }, query);
  }

  /** Of several organizations: who sent a notification is not known yet, only whose secrets to try. */
  findOfOrganizations(
    tx: Transaction,
    provider: string,
    organizationIds: readonly string[],
  ): Promise<ProviderConnectionEntity[]> {
    return tx.findBy(ProviderConnectionEntity, { organizationId: In([...organizationIds]), provider });
  }

  /** By the unguessable token of the webhook URL, whoever's it is. */
  findByToken(tx: Transaction, provider: string, token: string): Promise<ProviderConnectionEntity[]> {
    return tx.findBy(ProviderConnectionEntity, { token, provider });
  }

  /** By account ids at the provider, whoever's they are. */
  findByAccounts(
    tx: Transaction,
    provider: string,
    accountIds: readonly string[],
    take: number,
  ): Promise<ProviderConnectionEntity[]> {
    const where = { provider, providerAccountId: In([...accountIds]) };
    return tx.find(ProviderConnectionEntity, { where, order: { createdAt: 'ASC', id: 'ASC' }, take });
  }

  async save(tx: Transaction, connection: ProviderConnectionEntity): Promise<void> {
    await tx.upsert(ProviderConnectionEntity, connection, ['organizationId', 'provider']);
  }

  /** False when there was none. */
  async delete(tx: Transaction, organizationId: string, provider: string): Promise<boolean> {
    const { affected } = await tx.delete(ProviderConnectionEntity, { organizationId, provider });
    return affected === 1;
  }
}
