import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { InvoiceDebts } from '../invoices';
import type { DunningCampaignEntity } from './dunning-campaign.entity';
import { DunningCampaignsRepository } from './dunning-campaigns.repository';
import { DunningReviewsRepository } from './dunning-reviews.repository';

const PAGE = 1000;

/** Queues reviews of customers to whom a campaign may apply. */
@Injectable()
export class DunningReviews {
  constructor(
    private readonly repository: DunningReviewsRepository,
    private readonly campaigns: DunningCampaignsRepository,
    private readonly debts: InvoiceDebts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Queues a review of the customer for `dueAt`; now by default. */
  async request(tx: Transaction, organizationId: string, customerId: string, dueAt?: Date): Promise<void> {
    await this.repository.insert(tx, organizationId, [customerId], dueAt ?? this.clock.now());
  }

  /** Queues reviews of the customers now. */
  async requestAll(tx: Transaction, organizationId: string, customerIds: readonly string[]): Promise<void> {
    await this.repository.insert(tx, organizationId, customerIds, this.clock.now());
  }

  /** Queues reviews of all customers to whom a new or changed campaign may apply. */
  async ofCampaign(tx: Transaction, campaign: DunningCampaignEntity): Promise<void> {
    if (campaign.status !== 'active') return;
    const { organizationId } = campaign;
    if (campaign.appliedToOrganization) await this.ofAllOverdue(tx, organizationId);
    else await this.ofAssigned(tx, campaign);
  }

  /** Queues reviews of the customers that the campaign is assigned to. */
  async ofAssigned(tx: Transaction, { organizationId, id }: DunningCampaignEntity): Promise<void> {
    const customerIds = await this.campaigns.findCustomers(tx, organizationId, id);
    await this.repository.insert(tx, organizationId, customerIds, this.clock.now());
  }

  private async ofAllOverdue(tx: Transaction, organizationId: string): Promise<void> {
    let page: string[] = [];
    do {
      const after = page.at(-1) ?? null;
      page = await this.debts.overdueCustomers(tx, organizationId, { after, limit: PAGE });
      await this.repository.insert(tx, organizationId, page, this.clock.now());
    } while (page.length === PAGE);
  }
}
