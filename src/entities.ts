import {
  CreditNoteEntity,
  CreditNoteItemEntity,
  CreditNoteRefundEntity,
  CreditNoteUseEntity,
} from './modules/credit-notes/credit-note.entity';
import { AnalyticsChangeEntity, AnalyticsCountEntity } from './modules/analytics/analytics-count.entity';
import { ApiKeyEntity } from './modules/api-keys/api-key.entity';
import { BillableMetricEntity } from './modules/billable-metrics/billable-metric.entity';
import { AppliedCouponEntity } from './modules/coupons/applied/applied-coupon.entity';
import { CouponEntity } from './modules/coupons/coupon.entity';
import { CustomerEntity } from './modules/customers/customer.entity';
import {
  MeteredSubscriptionEntity,
  UsagePeriodEntity,
  UsageRecheckEntity,
} from './modules/usage/metered-subscription.entity';
import { UsageEventEntity } from './modules/usage/usage-event.entity';
import {
  UsageChargeStateEntity,
  UsageDayChangesEntity,
  UsageDistinctValueEntity,
  UsageTotalEntity,
} from './modules/usage/usage-total.entity';
import { LogoEntity, StoredDocumentEntity } from './modules/documents/stored-document.entity';
import { InvoiceFeeEntity } from './modules/invoices/invoice-fee.entity';
import {
  AppliedAmountEntity,
  InvoiceCounterEntity,
  InvoiceDiscountEntity,
  InvoiceEntity,
  InvoiceFundingEntity,
} from './modules/invoices/invoice.entity';
import {
  CustomerDunningCampaignEntity,
  DunningCampaignEntity,
} from './modules/dunning/dunning-campaign.entity';
import { DunningReviewEntity } from './modules/dunning/dunning-review.entity';
import { PaymentRequestEntity, PaymentRequestInvoiceEntity } from './modules/dunning/payment-request.entity';
import { OrganizationEntity } from './modules/organizations/organization.entity';
import { ProviderConnectionEntity } from './modules/payments/connections/connection.entity';
import { ProviderNotificationEntity } from './modules/payments/notifications/notification.entity';
import { PaymentEntity, PaymentRefundEntity } from './modules/payments/payment.entity';
import { ChargeEntity, PlanVersionEntity } from './modules/plans/plan-version.entity';
import { PlanEntity } from './modules/plans/plan.entity';
import { PlanMigrationEntity } from './modules/subscriptions/plan-migrations/plan-migration.entity';
import { SubscriptionEntity } from './modules/subscriptions/subscription.entity';
import { CustomerTaxEntity, PlanTaxEntity, TaxEntity } from './modules/taxes/tax.entity';
import { WalletTransactionEntity } from './modules/wallets/wallet-transaction.entity';
import { WalletEntity } from './modules/wallets/wallet.entity';
import {
  UsageThresholdCrossingEntity,
  UsageThresholdEntity,
} from './modules/usage-thresholds/usage-threshold.entity';
import { EndpointSubscriptionEntity } from './modules/webhook-endpoints/endpoint-subscription.entity';
import { SessionEntity } from './modules/dashboard/session.entity';
import { EmailEntity, EmailMessageEntity } from './modules/emails/email.entity';
import { WebhookEndpointEntity } from './modules/webhook-endpoints/webhook-endpoint.entity';
import {
  WebhookInboxEntity,
  WebhookInboxMessageEntity,
  WebhookInboxStreamEntity,
} from './modules/webhooks/inbox/inbox.entity';
import { WebhookAttemptEntity } from './modules/webhooks/webhook-attempt.entity';
import { WebhookDeliveryEntity } from './modules/webhooks/webhook-delivery.entity';
import {
  WebhookDeliveryCountEntity,
  EndpointQueueLeaseEntity,
  WebhookQueueEntity,
} from './modules/webhooks/webhook-queue.entity';
import { IdempotencyKeyEntity } from './platform/idempotency/idempotency-key.entity';
import { OutboxEventEntity, OutboxSequenceEntity } from './platform/outbox/outbox-event.entity';
import { ReconciliationFindingEntity } from './modules/reconciliation/reconciliation-finding.entity';
import { TestClockEntity } from './platform/test-clock/test-clock.entity';

/** The entities of all tables. Apart from app.module.ts, only this file lists the modules. */
export const entities = [
  IdempotencyKeyEntity,
  OutboxEventEntity,
  OutboxSequenceEntity,
  TestClockEntity,
  ReconciliationFindingEntity,
  OrganizationEntity,
  StoredDocumentEntity,
  LogoEntity,
  ApiKeyEntity,
  CustomerEntity,
  BillableMetricEntity,
  TaxEntity,
  CustomerTaxEntity,
  PlanEntity,
  PlanVersionEntity,
  ChargeEntity,
  PlanTaxEntity,
  MeteredSubscriptionEntity,
  UsagePeriodEntity,
  UsageRecheckEntity,
  UsageEventEntity,
  UsageTotalEntity,
  UsageDistinctValueEntity,
  UsageChargeStateEntity,
  UsageDayChangesEntity,
  UsageThresholdEntity,
  UsageThresholdCrossingEntity,
  InvoiceEntity,
  InvoiceFeeEntity,
  InvoiceDiscountEntity,
  InvoiceFundingEntity,
  AppliedAmountEntity,
  InvoiceCounterEntity,
  SubscriptionEntity,
  PlanMigrationEntity,
  CreditNoteEntity,
  CreditNoteItemEntity,
  CreditNoteRefundEntity,
  CreditNoteUseEntity,
  WalletEntity,
  WalletTransactionEntity,
  CouponEntity,
  AppliedCouponEntity,
  PaymentEntity,
  PaymentRefundEntity,
  ProviderConnectionEntity,
  ProviderNotificationEntity,
  DunningCampaignEntity,
  CustomerDunningCampaignEntity,
  DunningReviewEntity,
  PaymentRequestEntity,
  PaymentRequestInvoiceEntity,
  EmailEntity,
  EmailMessageEntity,
  SessionEntity,
  WebhookEndpointEntity,
  EndpointSubscriptionEntity,
  WebhookDeliveryEntity,
  WebhookAttemptEntity,
  WebhookInboxEntity,
  WebhookInboxMessageEntity,
  WebhookInboxStreamEntity,
  WebhookQueueEntity,
  EndpointQueueLeaseEntity,
  WebhookDeliveryCountEntity,
  AnalyticsCountEntity,
  AnalyticsChangeEntity,
];
