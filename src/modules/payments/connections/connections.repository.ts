import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { findPage } from '../../../platform/database/find-page';
import type { Transaction } from '../../../platform/database/transactions';
import type { Page, PageQuery } from '../../../platform/http/paging';
import { ProviderConnectionEntity } from './connection.entity';

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

  /** Finds the provider's connections of the given organizations. */
  findOfOrganizations(
    tx: Transaction,
    provider: string,
    organizationIds: readonly string[],
  ): Promise<ProviderConnectionEntity[]> {
    return tx.findBy(ProviderConnectionEntity, { organizationId: In([...organizationIds]), provider });
  }

  /** Finds a connection of any organization by the token of the webhook URL. */
  findByToken(tx: Transaction, provider: string, token: string): Promise<ProviderConnectionEntity[]> {
    return tx.findBy(ProviderConnectionEntity, { token, provider });
  }

  /** Finds connections of any organization by account IDs at the provider. */
  findByAccounts(
    tx: Transaction,
    provider: string,
    accountIds: readonly string[],
    take: number,
  ): Promise<ProviderConnectionEntity[]> {
    const where = { provider, providerAccountId: In([...accountIds]) };
    return tx.find(ProviderConnectionEntity, { where, order: { createdAt: 'ASC', id: 'ASC' }, take });
  }

  /** Returns the connection with the version of its row. */
  async save(tx: Transaction, connection: ProviderConnectionEntity): Promise<ProviderConnectionEntity> {
    const { organizationId, provider } = connection;
    await tx.upsert(ProviderConnectionEntity, connection, ['organizationId', 'provider']);
    return (await this.find(tx, organizationId, provider)) ?? connection;
  }

  /** Returns false if the provider was not connected. */
  async delete(tx: Transaction, organizationId: string, provider: string): Promise<boolean> {
    const { affected } = await tx.delete(ProviderConnectionEntity, { organizationId, provider });
    return affected === 1;
  }
}
