import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { NotFoundError } from '../../platform/errors/app-error';
import { OrganizationEntity } from './organization.entity';

/** Queries of the organizations, the only table whose `id` is the organization id. */
@Injectable()
export class OrganizationsRepository {
  find(tx: Transaction, organizationId: string): Promise<OrganizationEntity | null> {
    return tx.findOneBy(OrganizationEntity, { id: organizationId });
  }

  /** @throws NotFoundError */
  async get(tx: Transaction, organizationId: string): Promise<OrganizationEntity> {
    return found(await this.find(tx, organizationId));
  }

  /** @throws NotFoundError */
  async getForUpdate(tx: Transaction, organizationId: string): Promise<OrganizationEntity> {
    const lock = { mode: 'pessimistic_write' as const };
    return found(await tx.findOne(OrganizationEntity, { where: { id: organizationId }, lock }));
  }

  async insert(tx: Transaction, organization: OrganizationEntity): Promise<void> {
    await tx.insert(OrganizationEntity, organization);
  }

  async update(tx: Transaction, organizationId: string, changes: Partial<OrganizationEntity>): Promise<void> {
    await tx.update(OrganizationEntity, { id: organizationId }, changes);
  }
}

function found(organization: OrganizationEntity | null): OrganizationEntity {
  if (organization === null) throw new NotFoundError('organization');
  return organization;
}
