import {
  InvoiceDayEntity,
  RecurringRevenueDayEntity,
  RecurringRevenueEntity,
} from './modules/analytics/analytics.entity';
import {
  CollectionSettingEntity,
  ScheduledChargeEntity,
} from './modules/collections/automatic/automatic.entity';
import { CollectionEntity, CollectionReservationEntity } from './modules/collections/collection.entity';
import {
  PaymentMethodEntity,
  PaymentMethodSetupEntity,
  ProviderCustomerEntity,
} from './modules/collections/methods/payment-method.entity';
import { AppliedCouponEntity } from './modules/coupons/applied/applied-coupon.entity';
import { CouponEntity } from './modules/coupons/coupon.entity';
import {
  CreditNoteEntity,
  CreditNoteItemEntity,
  CreditNoteRefundEntity,
  CreditNoteUseEntity,
} from './modules/credit-notes/credit-note.entity';
import { ApiKeyEntity } from './modules/api-keys/api-key.entity';
import { SessionEntity } from './modules/api-keys/sessions/session.entity';
import { BillableMetricEntity } from './modules/billable-metrics/billable-metric.entity';
import { CustomerEntity } from './modules/customers/customer.entity';
import {
  MeteredSubscriptionEntity,
  UnfollowedPeriodEntity,
  UsagePeriodEntity,
} from './modules/events/metering/metered-subscription.entity';
import { UsageDayEntity } from './modules/events/usage-day.entity';
import { UsageEventEntity } from './modules/events/usage-event.entity';
import {
  UsageChargeStateEntity,
  UsageDayChangesEntity,
  UsageDistinctValueEntity,
  UsageTotalEntity,
} from './modules/events/aggregation/usage-total.entity';
import { InvoiceFeeEntity } from './modules/invoices/invoice-fee.entity';
import {
  InvoiceCounterEntity,
  InvoiceDiscountEntity,
  InvoiceEntity,
  InvoiceFundingEntity,
  InvoiceSettlementEntity,
} from './modules/invoices/invoice.entity';
import {
  DocumentEntity,
  DocumentFileEntity,
  DocumentLinkEntity,
  DocumentLogoEntity,
} from './modules/documents/document.entity';
import { PortalAccessEntity } from './modules/portal/portal-access.entity';
import { EmailEntity, EmailMessageEntity, EmailSettingsEntity } from './modules/emails/email.entity';
import {
  CustomerDunningCampaignEntity,
  DunningCampaignEntity,
} from './modules/dunning/campaigns/dunning-campaign.entity';
import { DunningReviewEntity } from './modules/dunning/reviews/dunning-review.entity';
import {
  PaymentRequestEntity,
  PaymentRequestInvoiceEntity,
} from './modules/dunning/payment-requests/payment-request.entity';
import { InstallationLogEntryEntity } from './modules/organizations/admin/installation-log-entry.entity';
import { OrganizationEntity } from './modules/organizations/organization.entity';
import { ProviderConnectionEntity } from './modules/payments/connections/connection.entity';
import { ProviderCallEntity } from './modules/payments/provider-calls/provider-call.entity';
import { ProviderNotificationEntity } from './modules/payments/notifications/notification.entity';
import {
  CaptureComparisonEntity,
  UnknownCaptureEntity,
} from './modules/collections/captures/capture-comparison.entity';
import { DisputeEntity } from './modules/payments/disputes/dispute.entity';
import { RefundOrderEntity } from './modules/payments/refunds/refund-order.entity';
import { PaymentEntity, PaymentRefundEntity } from './modules/payments/ledger/payment.entity';
import { ChargeEntity, PlanVersionEntity } from './modules/plans/plan-version.entity';
import { PlanEntity } from './modules/plans/plan.entity';
import { PlanMigrationEntity } from './modules/subscriptions/migrations/plan-migration.entity';
import { SubscriptionEntity } from './modules/subscriptions/subscription.entity';
import { CustomerTaxEntity, PlanTaxEntity, TaxEntity } from './modules/taxes/tax.entity';
import { WalletTopUpEntity } from './modules/wallets/top-ups/wallet-top-up.entity';
import { WalletTransactionEntity } from './modules/wallets/wallet-transaction.entity';
import { WalletEntity } from './modules/wallets/wallet.entity';
import {
  UsageThresholdCrossingEntity,
  UsageThresholdEntity,
} from './modules/usage-thresholds/usage-threshold.entity';
import { EndpointSubscriptionEntity } from './modules/webhook-endpoints/endpoint-subscription.entity';
import { EarlierSecretEntity } from './modules/webhook-endpoints/earlier-secret.entity';
import { WebhookEndpointEntity } from './modules/webhook-endpoints/webhook-endpoint.entity';
import { InboxEntity, InboxRequestEntity } from './modules/webhooks/inbox/inbox-request.entity';
import { RecoveryEntity } from './modules/webhooks/recoveries/recovery.entity';
import { WebhookAttemptEntity } from './modules/webhooks/webhook-attempt.entity';
import { WebhookDeliveryEntity } from './modules/webhooks/webhook-delivery.entity';
import {
  WebhookDeliveryCountEntity,
  QueueLeaseEntity,
  WebhookQueueEntity,
} from './modules/webhooks/webhook-queue.entity';
import { AuditEntryEntity } from './platform/audit/audit-entry.entity';
import { CellEntity } from './platform/cells/cell.entity';
import { OrganizationMoveEntity } from './platform/cells/organization-move.entity';
import { IdempotencyKeyEntity } from './platform/idempotency/idempotency-key.entity';
import { JobFailureEntity } from './platform/jobs/job-failure.entity';
import { OrganizationRoundEntity } from './platform/jobs/organization-round.entity';
import { OutboxEventEntity, OutboxSequenceEntity } from './platform/outbox/outbox-event.entity';
import { ReconciliationFindingEntity } from './modules/reconciliation/reconciliation-finding.entity';
import { TestClockEntity } from './platform/test-clock/test-clock.entity';

/** The entities of all tables. Only this file and app.module.ts list modules. */
export const entities = [
  CouponEntity,
  AppliedCouponEntity,
  AuditEntryEntity,
  CellEntity,
  OrganizationMoveEntity,
  IdempotencyKeyEntity,
  JobFailureEntity,
  OrganizationRoundEntity,
  OutboxEventEntity,
  OutboxSequenceEntity,
  TestClockEntity,
  ReconciliationFindingEntity,
  OrganizationEntity,
  InstallationLogEntryEntity,
  ApiKeyEntity,
  SessionEntity,
  CustomerEntity,
  BillableMetricEntity,
  TaxEntity,
  CustomerTaxEntity,
  PlanEntity,
  PlanVersionEntity,
  ChargeEntity,
  PlanTaxEntity,
  MeteredSubscriptionEntity,
  UnfollowedPeriodEntity,
  UsagePeriodEntity,
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
  InvoiceSettlementEntity,
  InvoiceCounterEntity,
  PlanMigrationEntity,
  SubscriptionEntity,
  CreditNoteEntity,
  CreditNoteItemEntity,
  CreditNoteRefundEntity,
  CreditNoteUseEntity,
  WalletEntity,
  WalletTopUpEntity,
  WalletTransactionEntity,
  PaymentEntity,
  PaymentRefundEntity,
  RefundOrderEntity,
  DisputeEntity,
  CaptureComparisonEntity,
  UnknownCaptureEntity,
  CollectionEntity,
  CollectionReservationEntity,
  ProviderCustomerEntity,
  PaymentMethodEntity,
  PaymentMethodSetupEntity,
  CollectionSettingEntity,
  ScheduledChargeEntity,
  ProviderConnectionEntity,
  ProviderNotificationEntity,
  ProviderCallEntity,
  DunningCampaignEntity,
  CustomerDunningCampaignEntity,
  DunningReviewEntity,
  DocumentEntity,
  DocumentFileEntity,
  DocumentLinkEntity,
  DocumentLogoEntity,
  PaymentRequestEntity,
  PaymentRequestInvoiceEntity,
  EmailEntity,
  EmailMessageEntity,
  EmailSettingsEntity,
  PortalAccessEntity,
  WebhookEndpointEntity,
  EarlierSecretEntity,
  EndpointSubscriptionEntity,
  WebhookDeliveryEntity,
  RecoveryEntity,
  InboxEntity,
  InboxRequestEntity,
  WebhookAttemptEntity,
  WebhookQueueEntity,
  QueueLeaseEntity,
  WebhookDeliveryCountEntity,
  InvoiceDayEntity,
  RecurringRevenueEntity,
  RecurringRevenueDayEntity,
  UsageDayEntity,
];
