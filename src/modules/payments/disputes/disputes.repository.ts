import { Injectable } from '@nestjs/common';
import { findPage } from '../../../platform/database/find-page';
import type { Transaction } from '../../../platform/database/transactions';
import type { Page, PageQuery } from '../../../platform/http/paging';
import { withoutUndefined } from '../../../platform/http/without-undefined';
import type { DisputeStatus } from '../provider-kit/disputes';
import { DisputeEntity } from './dispute.entity';

export interface DisputeFilters {
  paymentId?: string | undefined;
  customerId?: string | undefined;
  status?: DisputeStatus | undefined;
}

/** Queries of disputes. */
@Injectable()
export class DisputesRepository {
  find(tx: Transaction, organizationId: string, id: string): Promise<DisputeEntity | null> {
    return tx.findOneBy(DisputeEntity, { organizationId, id });
  }

  findByProviderId(
    tx: Transaction,
    organizationId: string,
    provider: string,
    providerDisputeId: string,
  ): Promise<DisputeEntity | null> {
    return tx.findOneBy(DisputeEntity, { organizationId, provider, providerDisputeId });
  }

  list(
    tx: Transaction,
    organizationId: string,
    filters: DisputeFilters,
    query: PageQuery,
  ): Promise<Page<DisputeEntity>> {
    return findPage(tx, DisputeEntity, { ...withoutUndefined(filters), organizationId }, query);
  }

  async insert(tx: Transaction, dispute: DisputeEntity): Promise<void> {
    await tx.insert(DisputeEntity, dispute);
  }

  async update(tx: Transaction, dispute: DisputeEntity): Promise<void> {
    const { organizationId, id, ...columns } = dispute;
    await tx.update(DisputeEntity, { organizationId, id }, columns);
  }
}
