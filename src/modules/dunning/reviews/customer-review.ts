import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import type { DueQueue } from '../../../platform/jobs/due-queue';
import { Jobs } from '../../../platform/jobs/jobs';
import { SCHEDULES } from '../../../platform/jobs/schedules';
import { Outbox } from '../../../platform/outbox/outbox';
import { CustomerBillingTerms } from '../../customers';
import { DunningCampaignsRepository } from '../campaigns/dunning-campaigns.repository';
import { applicableCampaign, nextStep, reachesThreshold, sumDue } from '../dunning.rules';
import { createdEventOf, failedEventOf } from '../payment-requests/payment-request.events';
import { PaymentRequestLifecycle } from '../payment-requests/payment-request-lifecycle';
import { DunningReviews, QUEUE, type ClaimedReview } from './dunning-reviews';

const BATCH = 50;

/** Reviews customers: continues their payment requests and opens new ones (docs/billing-rules.md#dunning). */
@Injectable()
export class CustomerReview {
  readonly queue: DueQueue<ClaimedReview>;

  constructor(
    private readonly reviews: DunningReviews,
    private readonly campaigns: DunningCampaignsRepository,
    private readonly requests: PaymentRequestLifecycle,
    private readonly terms: CustomerBillingTerms,
    private readonly outbox: Outbox,
    jobs: Jobs,
  ) {
    this.queue = jobs.dueQueue<ClaimedReview>({
      name: QUEUE,
      schedule: SCHEDULES.dunning,
      nextDueAt: (reader, now) => reviews.nextDueAt(reader, now),
      batchSize: BATCH,
      claim: (tx, now, limit) => reviews.claim(tx, now, limit),
      act: (tx, rows) => this.act(tx, rows),
    });
  }

  private async act(tx: Transaction, rows: readonly ClaimedReview[]): Promise<void> {
    const [first] = rows;
    if (first === undefined) return;
    const { organizationId } = first;
    const customerIds = [...new Set(rows.map((it) => it.customerId))];
    // Most customers have neither a campaign nor a request: nothing of theirs is read or locked.
    const concerned = new Set([
      ...(await this.campaigns.customersWithCampaign(tx, organizationId, customerIds)),
      ...(await this.requests.customersWithDue(tx, organizationId, customerIds)),
    ]);
    // Sorted, so that two processes never lock the same customers in opposite order.
    for (const customerId of [...concerned].sort()) await this.review(tx, organizationId, customerId);
    await this.reviews.remove(
      tx,
      organizationId,
      rows.map((it) => it.id),
    );
  }

  /** Idempotent: reviewing a customer again is a no-op. */
  private async review(tx: Transaction, organizationId: string, customerId: string): Promise<void> {
    await this.requests.lockCustomer(tx, organizationId, customerId);
    const { timezone } = await this.terms.of(tx, organizationId, customerId);
    await this.continueRequests(tx, organizationId, customerId, timezone);
    await this.openRequests(tx, organizationId, customerId, timezone);
  }

  /** Starts the next attempt of each due request; a request whose last attempt ran out of time fails. */
  private async continueRequests(
    tx: Transaction,
    organizationId: string,
    customerId: string,
    timezone: string,
  ): Promise<void> {
    for (const request of await this.requests.lockDue(tx, organizationId, customerId)) {
      if (nextStep(request) === 'attempt') await this.requests.attempt(tx, request, timezone);
      else await this.outbox.append(tx, failedEventOf(await this.requests.end(tx, request, 'failed'), true));
    }
  }

  /**
   * Opens a request, with its first attempt, in each currency in which the threshold is reached. While a request of a
   * campaign is open, invoices that become overdue in its currency wait for the next one.
   */
  private async openRequests(
    tx: Transaction,
    organizationId: string,
    customerId: string,
    timezone: string,
  ): Promise<void> {
    const own = await this.campaigns.findOwn(tx, organizationId, customerId);
    const campaign = applicableCampaign(own, await this.campaigns.findDefault(tx, organizationId));
    if (campaign === null) return;
    const overdue = await this.requests.lockOverdue(tx, organizationId, customerId, 'campaign');
    for (const [currency, invoices] of overdue) {
      if (!reachesThreshold(campaign, currency, sumDue(invoices))) continue;
      const request = await this.requests.open(tx, organizationId, invoices, campaign);
      await this.outbox.append(tx, createdEventOf(await this.requests.attempt(tx, request, timezone)));
    }
  }
}
