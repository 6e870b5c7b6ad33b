import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { InvoiceDebts } from '../invoices';
import type { DunningCampaignEntity } from './dunning-campaign.entity';
import { DunningCampaignsRepository } from './dunning-campaigns.repository';
import { DunningReviewsRepository } from './dunning-reviews.repository';

const PAGE = 1000;

/** Asks the job for a look at customers for whom a campaign may now have something to do. */
@Injectable()
export class DunningReviews {
  constructor(
    private readonly repository: DunningReviewsRepository,
    private readonly campaigns: DunningCampaignsRepository,
    private readonly debts: InvoiceDebts,
  ) {}

  request(tx: Transaction, organizationId: string, customerIds: readonly string[]): Promise<void> {
    return this.repository.request(tx, organizationId, customerIds);
  }

  /** Everyone whom a campaign, new or changed, may apply to. */
  async ofCampaign(tx: Transaction, campaign: DunningCampaignEntity): Promise<void> {
    if (campaign.status !== 'active') return;
    const { organizationId } = campaign;
    if (campaign.appliedToOrganization) return this.ofAllOverdue(tx, organizationId);
    const customerIds = await this.campaigns.findCustomers(tx, organizationId, campaign.id);
    for (let start = 0; start < customerIds.length; start += PAGE) {
      await this.request(tx, organizationId, customerIds.slice(start, start + PAGE));
    }
  }

  private async ofAllOverdue(tx: Transaction, organizationId: string): Promise<void> {
    let page: string[] = [];
    do {
      const after = page.at(-1) ?? null;
      page = await this.debts.overdueCustomers(tx, organizationId, { after, limit: PAGE });
      await this.request(tx, organizationId, page);
    } while (page.length === PAGE);
  }
}
