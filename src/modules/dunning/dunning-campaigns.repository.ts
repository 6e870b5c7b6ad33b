import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { findPage } from '../../platform/database/find-page';
import { registerUniqueConstraint } from '../../platform/database/pg-errors';
import type { Transaction } from '../../platform/database/transactions';
import { updateVersioned } from '../../platform/database/update-versioned';
import type { Page, PageQuery } from '../../platform/http/paging';
import { withoutUndefined } from '../../platform/http/without-undefined';
import { CustomerDunningCampaignEntity, DunningCampaignEntity } from './dunning-campaign.entity';

registerUniqueConstraint(
  'dunning_campaigns_code',
  'Another dunning campaign of this organization has this code.',
);
registerUniqueConstraint(
  'dunning_campaigns_default',
  'Another dunning campaign became the default of the organization at the same time. Retry the request.',
);

/** Excludes deleted campaigns. */
@Injectable()
export class DunningCampaignsRepository {
  find(tx: Transaction, organizationId: string, id: string): Promise<DunningCampaignEntity | null> {
    return tx.findOneBy(DunningCampaignEntity, { organizationId, id, deletedAt: IsNull() });
  }

  findForUpdate(tx: Transaction, organizationId: string, id: string): Promise<DunningCampaignEntity | null> {
    const where = { organizationId, id, deletedAt: IsNull() };
    return tx.findOne(DunningCampaignEntity, { where, lock: { mode: 'pessimistic_write' } });
  }

  /** Finds a campaign with a shared lock, so that it cannot be deleted while it is being assigned. */
  findForUse(tx: Transaction, organizationId: string, id: string): Promise<DunningCampaignEntity | null> {
    const where = { organizationId, id, deletedAt: IsNull() };
    return tx.findOne(DunningCampaignEntity, { where, lock: { mode: 'pessimistic_read' } });
  }

  findDefault(tx: Transaction, organizationId: string): Promise<DunningCampaignEntity | null> {
    const where = { organizationId, appliedToOrganization: true, deletedAt: IsNull() };
    return tx.findOneBy(DunningCampaignEntity, where);
  }

  async findOwn(
    tx: Transaction,
    organizationId: string,
    customerId: string,
  ): Promise<DunningCampaignEntity | null> {
    const own = await tx.findOneBy(CustomerDunningCampaignEntity, { organizationId, customerId });
    return own === null ? null : this.find(tx, organizationId, own.dunningCampaignId);
  }

  list(
    tx: Transaction,
    organizationId: string,
    filters: { code: string | undefined },
    query: PageQuery,
  ): Promise<Page<DunningCampaignEntity>> {
    const where = { ...withoutUndefined(filters), organizationId, deletedAt: IsNull() };
    return findPage(tx, DunningCampaignEntity, where, query);
  }

  async insert(tx: Transaction, campaign: DunningCampaignEntity): Promise<void> {
    await tx.insert(DunningCampaignEntity, campaign);
  }

  update(tx: Transaction, campaign: DunningCampaignEntity): Promise<DunningCampaignEntity> {
    return updateVersioned(tx, DunningCampaignEntity, campaign);
  }

  async clearDefault(tx: Transaction, organizationId: string, now: Date): Promise<void> {
    const where = { organizationId, appliedToOrganization: true, deletedAt: IsNull() };
    await tx.update(DunningCampaignEntity, where, { appliedToOrganization: false, updatedAt: now });
  }

  /** An advisory lock, because a customer without a campaign has no row to lock. */
  async lockAssignment(tx: Transaction, organizationId: string, customerId: string): Promise<void> {
    const key = `dunning_campaign:${organizationId}:${customerId}`;
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
  }

  async assign(
    tx: Transaction,
    organizationId: string,
    customerId: string,
    dunningCampaignId: string | null,
  ): Promise<void> {
    if (dunningCampaignId === null) {
      await tx.delete(CustomerDunningCampaignEntity, { organizationId, customerId });
      return;
    }
    const row = { organizationId, customerId, dunningCampaignId };
    await tx.upsert(CustomerDunningCampaignEntity, row, ['organizationId', 'customerId']);
  }

  /** Returns the IDs of the customers that the campaign is assigned to. */
  async findCustomers(tx: Transaction, organizationId: string, dunningCampaignId: string): Promise<string[]> {
    const where = { organizationId, dunningCampaignId };
    const rows = await tx.find(CustomerDunningCampaignEntity, { select: { customerId: true }, where });
    return rows.map((it) => it.customerId);
  }

  async unassign(tx: Transaction, organizationId: string, dunningCampaignId: string): Promise<void> {
    await tx.delete(CustomerDunningCampaignEntity, { organizationId, dunningCampaignId });
  }
}
