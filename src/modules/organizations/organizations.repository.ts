import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { OrganizationEntity } from './organization.entity';

/** `organizations` is the only table whose `id` is the organization ID. */
@Injectable()
export class OrganizationsRepository {
  find(tx: Transaction, organizationId: string): Promise<OrganizationEntity | null> {
    return tx.findOneBy(OrganizationEntity, { id: organizationId });
  }

  /** Does not block the inserts of other tables, whose foreign keys take a shared lock on the row. */
  findForNoKeyUpdate(tx: Transaction, organizationId: string): Promise<OrganizationEntity | null> {
    const lock = { mode: 'for_no_key_update' } as const;
    return tx.findOne(OrganizationEntity, { where: { id: organizationId }, lock });
  }

  /** Returns the IDs after `after` in ascending order; null starts from the beginning. */
  async idsAfter(tx: Transaction, after: string | null, limit: number): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      'SELECT id FROM organizations WHERE $1::uuid IS NULL OR id > $1 ORDER BY id LIMIT $2',
      [after, limit],
    );
    return rows.map((it) => it.id);
  }

  async findSomeIds(tx: Transaction, take: number): Promise<string[]> {
    const found = await tx.find(OrganizationEntity, { select: { id: true }, take });
    return found.map((it) => it.id);
  }

  async insert(tx: Transaction, organization: OrganizationEntity): Promise<void> {
    await tx.insert(OrganizationEntity, organization);
  }

  async update(tx: Transaction, organizationId: string, changes: Partial<OrganizationEntity>): Promise<void> {
    await tx.update(OrganizationEntity, { id: organizationId }, changes);
  }
}
