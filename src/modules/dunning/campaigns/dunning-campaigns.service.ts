import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Caller, type Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import { NotFoundError, ValidationFailedError } from '../../../platform/errors/app-error';
import type { Page, PageQuery } from '../../../platform/http/paging';
import { CustomersService } from '../../customers';
import { InvoiceDebts } from '../../invoices';
import { thresholdErrors } from '../dunning.rules';
import { DunningReviews } from '../reviews/dunning-reviews';
import { toAssignmentResponse, toCampaignResponse, type CampaignInput } from './dunning-campaign.dto';
import type { DunningCampaignEntity } from './dunning-campaign.entity';
import { DunningCampaignsRepository } from './dunning-campaigns.repository';

/** Customers whose reviews are scheduled by one statement. */
const PAGE = 1000;

/** Use cases of dunning campaigns (docs/billing-rules.md#dunning-campaigns). */
@Injectable()
export class DunningCampaignsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: DunningCampaignsRepository,
    private readonly reviews: DunningReviews,
    private readonly customers: CustomersService,
    private readonly debts: InvoiceDebts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ConflictError when the code is taken; ValidationFailedError for invalid thresholds. */
  create(caller: Caller, input: CampaignInput): Promise<DunningCampaignEntity> {
    assertThresholds(input);
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const now = this.clock.now();
      if (input.appliedToOrganization) await this.repository.clearDefault(tx, organizationId, now);
      const base = { organizationId, id: newId(), createdAt: now, updatedAt: now, deletedAt: null };
      const campaign: DunningCampaignEntity = { ...input, ...base };
      await this.repository.insert(tx, campaign);
      await this.scheduleReviews(tx, campaign);
      return campaign;
    });
  }

  list(
    caller: Caller,
    filters: { code: string | undefined },
    query: PageQuery,
  ): Promise<Page<DunningCampaignEntity>> {
    return this.transactions.readFor(caller, (tx) =>
      this.repository.list(tx, caller.organizationId, filters, query),
    );
  }

  async get(caller: Caller, id: string): Promise<DunningCampaignEntity> {
    const campaign = await this.transactions.readFor(caller, (tx) =>
      this.repository.find(tx, caller.organizationId, id),
    );
    if (campaign === null) throw new NotFoundError('dunning campaign');
    return campaign;
  }

  /** Changes requests opened from now on; open ones keep the attempts they began with. */
  update(
    caller: Caller,
    id: string,
    input: Partial<Omit<CampaignInput, 'code'>>,
  ): Promise<DunningCampaignEntity> {
    assertThresholds(input);
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const before = await this.lock(tx, organizationId, id);
      caller.precondition?.check(toCampaignResponse(before));
      const after = { ...before, ...input, updatedAt: this.clock.now() };
      if (after.appliedToOrganization && !before.appliedToOrganization) {
        await this.repository.clearDefault(tx, organizationId, after.updatedAt);
      }
      await this.repository.update(tx, after);
      await this.scheduleReviews(tx, after);
      return after;
    });
  }

  /** The default of the organization applies to its customers from now on. Open requests run to their end. */
  delete(caller: Caller, id: string): Promise<void> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const campaign = await this.lock(tx, organizationId, id);
      const now = this.clock.now();
      await this.repository.update(tx, { ...campaign, deletedAt: now, updatedAt: now });
      const customerIds = await this.repository.findCustomers(tx, organizationId, id);
      await this.reviews.schedule(tx, organizationId, customerIds);
      await this.repository.unassign(tx, organizationId, id);
    });
  }

  /** Returns the id of the customer's own campaign, or null. @throws NotFoundError for an unknown customer. */
  ofCustomer(caller: Caller, customerId: string): Promise<string | null> {
    const { organizationId } = caller;
    return this.transactions.readFor(caller, async (tx) => {
      await this.customers.getIn(tx, organizationId, customerId);
      const own = await this.repository.findOwn(tx, organizationId, customerId);
      return own?.id ?? null;
    });
  }

  /**
   * Assigns a campaign to a customer, or none.
   *
   * @throws NotFoundError for an unknown customer; ValidationFailedError for an unknown campaign.
   */
  assign(caller: Caller, customerId: string, campaignId: string | null): Promise<void> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      await this.customers.lockIn(tx, organizationId, customerId);
      const own = await this.repository.findOwn(tx, organizationId, customerId);
      caller.precondition?.check(toAssignmentResponse(customerId, own?.id ?? null));
      if (
        campaignId !== null &&
        (await this.repository.findForUse(tx, organizationId, campaignId)) === null
      ) {
        const message = 'dunning_campaign_id does not exist in this organization.';
        throw ValidationFailedError.of('dunning_campaign_id', 'unknown_dunning_campaign', message);
      }
      await this.repository.assign(tx, organizationId, customerId, campaignId);
      this.transactions.noteChanged(tx, 'dunning_campaign_id');
      await this.reviews.schedule(tx, organizationId, [customerId]);
    });
  }

  private async lock(tx: Transaction, organizationId: string, id: string): Promise<DunningCampaignEntity> {
    const campaign = await this.repository.findForUpdate(tx, organizationId, id);
    if (campaign === null) throw new NotFoundError('dunning campaign');
    return campaign;
  }

  /** Schedules reviews of all customers that a new or changed campaign may apply to. */
  private async scheduleReviews(tx: Transaction, campaign: DunningCampaignEntity): Promise<void> {
    const { organizationId, id, status, appliedToOrganization } = campaign;
    if (status !== 'active') return;
    if (!appliedToOrganization) {
      const customerIds = await this.repository.findCustomers(tx, organizationId, id);
      return this.reviews.schedule(tx, organizationId, customerIds);
    }
    let page: string[] = [];
    do {
      const after = page.at(-1) ?? null;
      page = await this.debts.overdueCustomers(tx, organizationId, { after, limit: PAGE });
      await this.reviews.schedule(tx, organizationId, page);
    } while (page.length === PAGE);
  }
}

function assertThresholds({ thresholds }: Partial<CampaignInput>): void {
  const errors = thresholds === undefined ? [] : thresholdErrors(thresholds);
  if (errors.length > 0) throw new ValidationFailedError(errors);
}
