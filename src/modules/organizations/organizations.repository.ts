import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { OrganizationEntity } from './organization.entity';

/** Queries of the organizations: the one table whose own id is the organization. */
@Injectable()
export class OrganizationsRepository {
  find(tx: Transaction, organizationId: string): Promise<OrganizationEntity | null> {
    return tx.findOneBy(OrganizationEntity, { id: organizationId });
  }

  async insert(tx: Transaction, organization: OrganizationEntity): Promise<void> {
    await tx.insert(OrganizationEntity, organization);
  }

  async update(tx: Transaction, organizationId: string, changes: Partial<OrganizationEntity>): Promise<void> {
    await tx.update(OrganizationEntity, { id: organizationId }, changes);
  }
}
