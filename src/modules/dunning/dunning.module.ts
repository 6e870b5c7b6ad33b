import { Module } from '@nestjs/common';
import { extend } from '../../platform/extensions';
import { RECONCILIATION_CHECKS } from '../../platform/reconciliation/reconciliation-checks';
import { CustomersModule } from '../customers';
import { InvoicesModule } from '../invoices';
import { PAYMENT_TARGETS, PaymentsModule } from '../payments';
import { AttemptPayments } from './attempt-payments';
import { CustomerReview } from './customer-review';
import { CustomerDunningCampaignController } from './customer-dunning-campaign.controller';
import { DueAttempts } from './due-attempts';
import { DunningCampaignsController } from './dunning-campaigns.controller';
import { DunningCampaignsRepository } from './dunning-campaigns.repository';
import { DunningCampaignsService } from './dunning-campaigns.service';
import { DunningReviews } from './dunning-reviews';
import { DunningReviewsRepository } from './dunning-reviews.repository';
import { DunningRun } from './dunning-run';
import { DunningJobs } from './dunning.jobs';
import { InvoiceListener } from './invoice-listener';
import { PaymentAttempts } from './payment-attempts';
import { PaymentRequestBatch } from './payment-request-batch';
import { PaymentRequestEnd } from './payment-request-end';
import { PaymentRequestMaker } from './payment-request-maker';
import { PaymentRequestReconciliation } from './payment-request-reconciliation';
import { PaymentRequestTarget } from './payment-request-target';
import { PaymentRequestsController } from './payment-requests.controller';
import { PaymentRequestsRepository } from './payment-requests.repository';
import { PaymentRequestsService } from './payment-requests.service';
import { RequestLocks } from './request-locks';

@Module({
  imports: [CustomersModule, InvoicesModule, PaymentsModule],
  controllers: [DunningCampaignsController, CustomerDunningCampaignController, PaymentRequestsController],
  providers: [
    DunningCampaignsService,
    DunningCampaignsRepository,
    DunningReviews,
    DunningReviewsRepository,
    DunningRun,
    DunningJobs,
    CustomerReview,
    DueAttempts,
    PaymentAttempts,
    AttemptPayments,
    PaymentRequestsService,
    PaymentRequestsRepository,
    PaymentRequestBatch,
    PaymentRequestMaker,
    PaymentRequestEnd,
    PaymentRequestTarget,
    extend(PAYMENT_TARGETS, PaymentRequestTarget),
    PaymentRequestReconciliation,
    extend(RECONCILIATION_CHECKS, PaymentRequestReconciliation),
    RequestLocks,
    InvoiceListener,
  ],
  exports: [DunningRun, PaymentRequestsService],
})
export class DunningModule {}
