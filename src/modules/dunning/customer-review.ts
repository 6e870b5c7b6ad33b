import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { Outbox } from '../../platform/outbox/outbox';
import { campaignThatApplies, reachesThreshold } from './dunning-campaign.rules';
import { DueAttempts } from './due-attempts';
import { DunningCampaignsRepository } from './dunning-campaigns.repository';
import { PaymentAttempts } from './payment-attempts';
import { createdEventOf } from './payment-request.events';
import { PaymentRequestMaker } from './payment-request-maker';
import { sumDue } from './payment-request.rules';
import { PaymentRequestsRepository } from './payment-requests.repository';

/** Applies the dunning campaigns to one customer now (docs/billing-rules.md). */
@Injectable()
export class CustomerReview {
  constructor(
    private readonly campaigns: DunningCampaignsRepository,
    private readonly requests: PaymentRequestsRepository,
    private readonly maker: PaymentRequestMaker,
    private readonly dueAttempts: DueAttempts,
    private readonly attempts: PaymentAttempts,
    private readonly outbox: Outbox,
  ) {}

  /** Idempotent: reviewing a customer again is a no-op. */
  async review(tx: Transaction, organizationId: string, customerId: string): Promise<void> {
    await this.requests.lockCustomer(tx, organizationId, customerId);
    await this.dueAttempts.run(tx, organizationId, customerId);
    await this.ask(tx, organizationId, customerId);
  }

  /**
   * Opens a request, with its first attempt, in each currency whose threshold is reached. While a campaign's request
   * is open, further overdue invoices in its currency wait for the next request.
   */
  private async ask(tx: Transaction, organizationId: string, customerId: string): Promise<void> {
    const own = await this.campaigns.findOwn(tx, organizationId, customerId);
    const campaign = campaignThatApplies(own, await this.campaigns.findDefault(tx, organizationId));
    if (campaign === null) return;
    const dunned = await this.requests.findDunnedCurrencies(tx, organizationId, customerId);
    const holds = ['open', 'exhausted'] as const;
    const overdue = await this.maker.lockOverdue(tx, organizationId, customerId, holds);
    for (const [currency, invoices] of overdue) {
      if (dunned.includes(currency) || !reachesThreshold(campaign, currency, sumDue(invoices))) continue;
      const request = await this.maker.make(tx, organizationId, invoices, campaign);
      await this.outbox.append(tx, createdEventOf(await this.attempts.attempt(tx, request)));
    }
  }
}
