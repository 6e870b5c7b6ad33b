import { Foundation1763600000000 } from './1763600000000-foundation';
import { Catalogue1763700000000 } from './1763700000000-catalogue';
import { Usage1763800000000 } from './1763800000000-usage';
import { UsageThresholds1763850000000 } from './1763850000000-usage-thresholds';
import { Invoices1763900000000 } from './1763900000000-invoices';
import { Subscriptions1764000000000 } from './1764000000000-subscriptions';
import { Wallets1764100000000 } from './1764100000000-wallets';
import { CreditNotes1764110000000 } from './1764110000000-credit-notes';
import { Payments1764200000000 } from './1764200000000-payments';
import { Dunning1764300000000 } from './1764300000000-dunning';
import { UnmatchedNotifications1764310000000 } from './1764310000000-unmatched-notifications';
import { UsageNews1764320000000 } from './1764320000000-usage-news';
import { EndpointSubscriptions1764330000000 } from './1764330000000-endpoint-subscriptions';
import { ReconciliationFindings1764340000000 } from './1764340000000-reconciliation-findings';
import { IngestionLookups1764350000000 } from './1764350000000-ingestion-lookups';
import { RowSecurity1764360000000 } from './1764360000000-row-security';
import { LaneClaims1764370000000 } from './1764370000000-lane-claims';
import { JobFailures1764380000000 } from './1764380000000-job-failures';
import { InvoiceDiscounts1764390000000 } from './1764390000000-invoice-discounts';
import { PaymentTargets1764400000000 } from './1764400000000-payment-targets';
import { Coupons1764410000000 } from './1764410000000-coupons';
import { SubscriptionBillingErrors1764420000000 } from './1764420000000-subscription-billing-errors';
import { ScheduledEnds1764430000000 } from './1764430000000-scheduled-ends';
import { CarriedCharges1764430100000 } from './1764430100000-carried-charges';
import { ProratedCharges1764430200000 } from './1764430200000-prorated-charges';
import { PricesInForce1764430300000 } from './1764430300000-prices-in-force';
import { PlanMigrations1764430400000 } from './1764430400000-plan-migrations';
import { DraftsOfCustomers1764431000000 } from './1764431000000-drafts-of-customers';
import { CreditNoteDates1764431100000 } from './1764431100000-credit-note-dates';
import { CreditNoteRefunds1764431200000 } from './1764431200000-credit-note-refunds';
import { WholeBillingPeriods1764432000000 } from './1764432000000-whole-billing-periods';
import { ApiKeyScopes1764433000000 } from './1764433000000-api-key-scopes';
import { OrganizationStatus1764433100000 } from './1764433100000-organization-status';
import { EarlierEndpointSecrets1764433200000 } from './1764433200000-earlier-endpoint-secrets';
import { OrganizationDeletion1764433300000 } from './1764433300000-organization-deletion';
import { AuditLog1764437000000 } from './1764437000000-audit-log';
import { Erasure1764437100000 } from './1764437100000-erasure';
import { EndpointFailures1764437200000 } from './1764437200000-endpoint-failures';
import { DatabaseRoles1764438000000 } from './1764438000000-database-roles';
import { ChargedUsage1764439000000 } from './1764439000000-charged-usage';
import { ChargedUsageBackfill1764439010000 } from './1764439010000-charged-usage-backfill';
import { UnchargedUsageIndex1764439020000 } from './1764439020000-uncharged-usage-index';
import { PrefixSearches1764439100000 } from './1764439100000-prefix-searches';
import { WebhookSamples1764440000000 } from './1764440000000-webhook-samples';
import { WebhookInboxes1764440100000 } from './1764440100000-webhook-inboxes';
import { WebhookRecoveries1764440300000 } from './1764440300000-webhook-recoveries';
import { AttemptDetails1764440400000 } from './1764440400000-attempt-details';
import { DashboardSessions1764444000000 } from './1764444000000-dashboard-sessions';
import { Documents1764442000000 } from './1764442000000-documents';
import { Analytics1764441000000 } from './1764441000000-analytics';
import { EventsOfCustomers1764441100000 } from './1764441100000-events-of-customers';
import { EventsOfCustomersIndexes1764441110000 } from './1764441110000-events-of-customers-indexes';
import { EventsOfCustomersBackfill1764441120000 } from './1764441120000-events-of-customers-backfill';
import { Collections1764445000000 } from './1764445000000-collections';
import { RefundOrders1764445020000 } from './1764445020000-refund-orders';
import { PaymentMethods1764445030000 } from './1764445030000-payment-methods';
import { AutomaticCollection1764445040000 } from './1764445040000-automatic-collection';
import { PaymentsForReview1764445010000 } from './1764445010000-payments-for-review';
import { CollectingConnections1764446000000 } from './1764446000000-collecting-connections';
import { Emails1764448000000 } from './1764448000000-emails';
import { Portal1764449000000 } from './1764449000000-portal';
import { UnfollowedPeriods1764460000000 } from './1764460000000-unfollowed-periods';
import { UnfollowedIndex1764460010000 } from './1764460010000-unfollowed-index';
import { VacuumSettings1764460020000 } from './1764460020000-vacuum-settings';
import { CountedEvents1764460030000 } from './1764460030000-counted-events';
import { CountedEventsBackfill1764460040000 } from './1764460040000-counted-events-backfill';
import { EmailReminders1764449010000 } from './1764449010000-email-reminders';
import { Disputes1764450000000 } from './1764450000000-disputes';
import { WalletTopUps1764449020000 } from './1764449020000-wallet-top-ups';
import { RefundLists1764470100000 } from './1764470100000-refund-lists';
import { CaptureComparisons1764470200000 } from './1764470200000-capture-comparisons';
import { OrganizationRounds1765300000000 } from './1765300000000-organization-rounds';
import { CellStates1765000000000 } from './1765000000000-cell-states';
import { AutoTopUps1764451000000 } from './1764451000000-auto-top-ups';
import { RecurringGrants1764451010000 } from './1764451010000-recurring-grants';
import { Partitions1764800000000 } from './1764800000000-partitions';
import { PartitionConversion1764800005000 } from './1764800005000-partition-conversion';
import { AuditLogPartitions1764800010000 } from './1764800010000-audit-log-partitions';
import { RefundedTopUps1765210000000 } from './1765210000000-refunded-top-ups';
import { QueueWithoutForeignKey1766000000000 } from './1766000000000-queue-without-foreign-key';
import { AttemptPartitions1766001000000 } from './1766001000000-attempt-partitions';
import { DeliveryPartitions1766002000000 } from './1766002000000-delivery-partitions';
import { EventObjectIndex1766003000000 } from './1766003000000-event-object-index';
import { EventPartitions1766003010000 } from './1766003010000-event-partitions';
import { PartialReversals1765200000000 } from './1765200000000-partial-reversals';
import { UsageEventKeys1767000000000 } from './1767000000000-usage-event-keys';
import { UsageEventKeysBackfill1767000010000 } from './1767000010000-usage-event-keys-backfill';
import { UsageEventIndexes1767000020000 } from './1767000020000-usage-event-indexes';
import { UsageEventSequence1767000030000 } from './1767000030000-usage-event-sequence';
import { UsageEventPartitions1767000040000 } from './1767000040000-usage-event-partitions';
import { OrganizationMoves1768000000000 } from './1768000000000-organization-moves';

/** Oldest first, append-only: a migration that has been released is never changed. */
export const migrations = [
  Foundation1763600000000,
  Catalogue1763700000000,
  Usage1763800000000,
  UsageThresholds1763850000000,
  Invoices1763900000000,
  Subscriptions1764000000000,
  Wallets1764100000000,
  CreditNotes1764110000000,
  Payments1764200000000,
  Dunning1764300000000,
  UnmatchedNotifications1764310000000,
  UsageNews1764320000000,
  EndpointSubscriptions1764330000000,
  ReconciliationFindings1764340000000,
  IngestionLookups1764350000000,
  RowSecurity1764360000000,
  LaneClaims1764370000000,
  JobFailures1764380000000,
  InvoiceDiscounts1764390000000,
  PaymentTargets1764400000000,
  Coupons1764410000000,
  SubscriptionBillingErrors1764420000000,
  ScheduledEnds1764430000000,
  CarriedCharges1764430100000,
  ProratedCharges1764430200000,
  PricesInForce1764430300000,
  PlanMigrations1764430400000,
  DraftsOfCustomers1764431000000,
  CreditNoteDates1764431100000,
  CreditNoteRefunds1764431200000,
  WholeBillingPeriods1764432000000,
  ApiKeyScopes1764433000000,
  OrganizationStatus1764433100000,
  EarlierEndpointSecrets1764433200000,
  OrganizationDeletion1764433300000,
  AuditLog1764437000000,
  Erasure1764437100000,
  EndpointFailures1764437200000,
  DatabaseRoles1764438000000,
  ChargedUsage1764439000000,
  ChargedUsageBackfill1764439010000,
  UnchargedUsageIndex1764439020000,
  PrefixSearches1764439100000,
  WebhookSamples1764440000000,
  WebhookInboxes1764440100000,
  WebhookRecoveries1764440300000,
  AttemptDetails1764440400000,
  Analytics1764441000000,
  EventsOfCustomers1764441100000,
  EventsOfCustomersIndexes1764441110000,
  EventsOfCustomersBackfill1764441120000,
  Documents1764442000000,
  DashboardSessions1764444000000,
  Collections1764445000000,
  PaymentsForReview1764445010000,
  RefundOrders1764445020000,
  PaymentMethods1764445030000,
  AutomaticCollection1764445040000,
  CollectingConnections1764446000000,
  Emails1764448000000,
  Portal1764449000000,
  EmailReminders1764449010000,
  WalletTopUps1764449020000,
  AutoTopUps1764451000000,
  Disputes1764450000000,
  RecurringGrants1764451010000,
  UnfollowedPeriods1764460000000,
  UnfollowedIndex1764460010000,
  VacuumSettings1764460020000,
  CountedEvents1764460030000,
  CountedEventsBackfill1764460040000,
  RefundLists1764470100000,
  CaptureComparisons1764470200000,
  OrganizationRounds1765300000000,
  CellStates1765000000000,
  Partitions1764800000000,
  PartitionConversion1764800005000,
  AuditLogPartitions1764800010000,
  PartialReversals1765200000000,
  RefundedTopUps1765210000000,
  QueueWithoutForeignKey1766000000000,
  AttemptPartitions1766001000000,
  UsageEventKeys1767000000000,
  UsageEventKeysBackfill1767000010000,
  UsageEventIndexes1767000020000,
  UsageEventSequence1767000030000,
  UsageEventPartitions1767000040000,
  DeliveryPartitions1766002000000,
  EventObjectIndex1766003000000,
  EventPartitions1766003010000,
  OrganizationMoves1768000000000,
];
