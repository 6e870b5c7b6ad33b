import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { NotFoundError, ValidationFailedError } from '../../platform/errors/app-error';
import { createOrLookUp, unknownRecord } from '../../platform/errors/unknown-record';
import type { Page, PageQuery } from '../../platform/http/paging';
import { NO_PRECONDITION, type Precondition } from '../../platform/http/versions';
import { CustomersService } from '../customers';
import type { CampaignInput, CampaignOfCustomer } from './dunning-campaign.dto';
import type { DunningCampaignEntity } from './dunning-campaign.entity';
import { thresholdErrors } from './dunning-campaign.rules';
import { DunningCampaignsRepository } from './dunning-campaigns.repository';
import { DunningReviews } from './dunning-reviews';

/** Implements docs/billing-rules.md#dunning-campaigns. */
@Injectable()
export class DunningCampaignsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: DunningCampaignsRepository,
    private readonly reviews: DunningReviews,
    private readonly customers: CustomersService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ConflictError when the code is taken; ValidationFailedError for invalid thresholds. */
  create(organizationId: string, input: CampaignInput): Promise<DunningCampaignEntity> {
    assertSound(input);
    return this.transactions.runFor(organizationId, async (tx) => {
      const now = this.clock.now();
      if (input.appliedToOrganization) await this.repository.clearDefault(tx, organizationId, now);
      const base = {
        organizationId,
        id: newId(),
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
        rowVersion: 1,
      };
      const campaign: DunningCampaignEntity = { ...input, ...base };
      await this.repository.insert(tx, campaign);
      await this.reviews.ofCampaign(tx, campaign);
      return campaign;
    });
  }

  list(
    organizationId: string,
    filters: { code: string | undefined },
    query: PageQuery,
  ): Promise<Page<DunningCampaignEntity>> {
    return this.transactions.readFor(organizationId, (tx) =>
      this.repository.list(tx, organizationId, filters, query),
    );
  }

  async get(organizationId: string, id: string): Promise<DunningCampaignEntity> {
    const campaign = await this.transactions.readFor(organizationId, (tx) =>
      this.repository.find(tx, organizationId, id),
    );
    if (campaign === null) throw new NotFoundError('dunning campaign');
    return campaign;
  }

  /** Applies to requests opened from now on; open ones keep the attempts and interval they were opened with. */
  update(
    organizationId: string,
    id: string,
    input: Partial<Omit<CampaignInput, 'code'>>,
    precondition: Precondition<DunningCampaignEntity> = NO_PRECONDITION,
  ): Promise<DunningCampaignEntity> {
    assertSound(input);
    return this.transactions.runFor(organizationId, async (tx) => {
      const before = await this.lock(tx, organizationId, id);
      precondition.assertMet(before);
      const after = { ...before, ...input, updatedAt: this.clock.now() };
      if (after.appliedToOrganization && !before.appliedToOrganization) {
        await this.repository.clearDefault(tx, organizationId, after.updatedAt);
      }
      const stored = await this.repository.update(tx, after);
      await this.reviews.ofCampaign(tx, stored);
      return stored;
    });
  }

  /** Deletes a campaign. Its customers fall back to the organization's default. Open requests continue. */
  delete(organizationId: string, id: string): Promise<void> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const campaign = await this.lock(tx, organizationId, id);
      const now = this.clock.now();
      await this.repository.update(tx, { ...campaign, deletedAt: now, updatedAt: now });
      await this.reviews.ofAssigned(tx, campaign);
      await this.repository.unassign(tx, organizationId, id);
    });
  }

  /**
   * Returns the ID of the campaign assigned to the customer, or null.
   *
   * @throws NotFoundError for an unknown customer.
   */
  async ofCustomer(organizationId: string, customerId: string): Promise<string | null> {
    await this.customers.get(organizationId, customerId);
    const own = await this.transactions.readFor(organizationId, (tx) =>
      this.repository.findOwn(tx, organizationId, customerId),
    );
    return own?.id ?? null;
  }

  /**
   * Assigns a campaign to a customer; null removes the assignment.
   *
   * @throws NotFoundError for an unknown customer; ValidationFailedError for an unknown campaign.
   */
  assign(
    organizationId: string,
    customerId: string,
    campaignId: string | null,
    precondition: Precondition<CampaignOfCustomer> = NO_PRECONDITION,
  ): Promise<void> {
    return this.transactions.runFor(organizationId, async (tx) => {
      await this.customers.get(organizationId, customerId);
      await this.repository.lockAssignment(tx, organizationId, customerId);
      const own = await this.repository.findOwn(tx, organizationId, customerId);
      precondition.assertMet({ customerId, campaignId: own?.id ?? null });
      if (
        campaignId !== null &&
        (await this.repository.findForUse(tx, organizationId, campaignId)) === null
      ) {
        const remedy = createOrLookUp('dunning campaign', '/v1/dunning_campaigns');
        throw new ValidationFailedError([unknownRecord('dunning_campaign_id', 'dunning campaign', remedy)]);
      }
      await this.repository.assign(tx, organizationId, customerId, campaignId);
      await this.reviews.request(tx, organizationId, customerId);
    });
  }

  private async lock(tx: Transaction, organizationId: string, id: string): Promise<DunningCampaignEntity> {
    const campaign = await this.repository.findForUpdate(tx, organizationId, id);
    if (campaign === null) throw new NotFoundError('dunning campaign');
    return campaign;
  }
}

function assertSound({ thresholds }: Partial<CampaignInput>): void {
  const errors = thresholds === undefined ? [] : thresholdErrors(thresholds);
  if (errors.length > 0) throw new ValidationFailedError(errors);
}
