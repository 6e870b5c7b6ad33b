import { Module } from '@nestjs/common';
import { extend } from '../../platform/extensions';
import { defineScopes } from '../../platform/http/scopes';
import { CustomersModule } from '../customers';
import { InvoicesModule } from '../invoices';
import { CollectionsModule } from '../collections';
import { PAYMENT_TARGETS, PaymentsModule } from '../payments';
import {
  CustomerDunningCampaignController,
  DunningCampaignsController,
} from './campaigns/dunning-campaigns.controller';
import { DunningCampaignsRepository } from './campaigns/dunning-campaigns.repository';
import { DunningCampaignsService } from './campaigns/dunning-campaigns.service';
import { PaymentRequestLifecycle } from './payment-requests/payment-request-lifecycle';
import { PaymentRequestTarget } from './payment-requests/payment-request-target';
import { RequestAttempts } from './payment-requests/request-attempts';
import { PaymentRequestsController } from './payment-requests/payment-requests.controller';
import { PaymentRequestsRepository } from './payment-requests/payment-requests.repository';
import { PaymentRequestsService } from './payment-requests/payment-requests.service';
import { CustomerReview } from './reviews/customer-review';
import { DunningReviews } from './reviews/dunning-reviews';

defineScopes({
  'dunning:read': 'List and get dunning campaigns; get those of customers',
  'dunning:write': 'Create, update and delete dunning campaigns; assign them to customers',
  'payment_requests:read': 'List and get payment requests',
  'payment_requests:write': 'Create payment requests',
});

@Module({
  imports: [CustomersModule, InvoicesModule, PaymentsModule, CollectionsModule],
  controllers: [DunningCampaignsController, CustomerDunningCampaignController, PaymentRequestsController],
  providers: [
    DunningCampaignsService,
    DunningCampaignsRepository,
    PaymentRequestsService,
    PaymentRequestsRepository,
    PaymentRequestLifecycle,
    RequestAttempts,
    PaymentRequestTarget,
    extend(PAYMENT_TARGETS, PaymentRequestTarget),
    CustomerReview,
    DunningReviews,
  ],
  exports: [PaymentRequestsService],
})
export class DunningModule {}
