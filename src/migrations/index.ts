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
import { BilledDays1764400000000 } from './1764400000000-billed-days';
import { ScheduledPlanVersions1764400001000 } from './1764400001000-scheduled-plan-versions';
import { ExtendedPeriods1764400002000 } from './1764400002000-extended-periods';
import { ScheduledCancellations1764400003000 } from './1764400003000-scheduled-cancellations';
import { BillingErrors1764410000000 } from './1764410000000-billing-errors';
import { PricesInForce1764411000000 } from './1764411000000-prices-in-force';
import { PlanMigrations1764412000000 } from './1764412000000-plan-migrations';
import { WholeBillingPeriods1764420000000 } from './1764420000000-whole-billing-periods';
import { CarriedCharges1764420100000 } from './1764420100000-carried-charges';
import { ProratedCharges1764420200000 } from './1764420200000-prorated-charges';
import { UsageRechecks1764440000000 } from './1764440000000-usage-rechecks';
import { OpenUsagePeriods1764440010000 } from './1764440010000-open-usage-periods';
import { NotChargedUsage1764440020000 } from './1764440020000-not-charged-usage';
import { NotChargedUsageBackfill1764440030000 } from './1764440030000-not-charged-usage-backfill';
import { NotChargedUsageIndexes1764440040000 } from './1764440040000-not-charged-usage-indexes';
import { ReinstatedPayments1764450000000 } from './1764450000000-reinstated-payments';
import { NotificationReviews1764451000000 } from './1764451000000-notification-reviews';
import { CreditNoteDates1764460000000 } from './1764460000000-credit-note-dates';
import { CreditNoteRefunds1764460100000 } from './1764460100000-credit-note-refunds';
import { WalletsOfDeletedCustomers1764470000000 } from './1764470000000-wallets-of-deleted-customers';
import { DraftsOfCustomers1764470100000 } from './1764470100000-drafts-of-customers';
import { TaxesOfCreditNoteItems1764470200000 } from './1764470200000-taxes-of-credit-note-items';
import { StandardSpellings1764470300000 } from './1764470300000-standard-spellings';
import { InvoiceBillingErrors1764480000000 } from './1764480000000-invoice-billing-errors';
import { FirstDaysOfUsagePeriods1764490000000 } from './1764490000000-first-days-of-usage-periods';
import { DaysLeftOfUsagePeriods1764500000000 } from './1764500000000-days-left-of-usage-periods';
import { SharedBillingPeriods1764500001000 } from './1764500001000-shared-billing-periods';
import { ScheduledEndsInUsage1764500002000 } from './1764500002000-scheduled-ends-in-usage';
import { DunningErrors1764500003000 } from './1764500003000-dunning-errors';
import { TimesOfRefunds1764510000000 } from './1764510000000-times-of-refunds';
import { RefundsByHandBesideTotals1764520000000 } from './1764520000000-refunds-by-hand-beside-totals';
import { ReversedAmountsOfInvoices1764520100000 } from './1764520100000-reversed-amounts-of-invoices';
import { BeginningsOfTrials1764530000000 } from './1764530000000-beginnings-of-trials';
import { EncryptionKey1764542000000 } from './1764542000000-encryption-key';
import { LostSecrets1764542000001 } from './1764542000001-lost-secrets';
import { ReplacedApiKeys1764544000000 } from './1764544000000-replaced-api-keys';
import { EarlierEndpointSecrets1764544000001 } from './1764544000001-earlier-endpoint-secrets';
import { NetAmounts1764630400000 } from './1764630400000-net-amounts';
import { InvoiceDiscounts1764630400001 } from './1764630400001-invoice-discounts';
import { Coupons1764717000000 } from './1764717000000-coupons';
import { DraftNotesOfUnusedFees1764720000000 } from './1764720000000-draft-notes-of-unused-fees';
import { AmountsOfCreditNoteItems1764720000001 } from './1764720000001-amounts-of-credit-note-items';
import { PaymentTargets1764730000000 } from './1764730000000-payment-targets';
import { OneTargetOfPayments1764730000001 } from './1764730000001-one-target-of-payments';
import { BillingTimesOfInvoices1764735000000 } from './1764735000000-billing-times-of-invoices';
import { SampleEvents1764740000000 } from './1764740000000-sample-events';
import { WebhookInboxes1764740000001 } from './1764740000001-webhook-inboxes';
import { DocumentDetails1764742000000 } from './1764742000000-document-details';
import { FeesOfOrganizations1764750000000 } from './1764750000000-fees-of-organizations';
import { StoredDocuments1764755000000 } from './1764755000000-stored-documents';
import { RowVersions1764760000000 } from './1764760000000-row-versions';
import { Emails1764770000000 } from './1764770000000-emails';
import { DashboardSessions1764775000000 } from './1764775000000-dashboard-sessions';
import { DurationsOfAttempts1764780000000 } from './1764780000000-durations-of-attempts';
import { CustomersOfDeliveries1764780100000 } from './1764780100000-customers-of-deliveries';
import { SearchViews1764785000000 } from './1764785000000-search-views';
import { SearchIndexes1764785100000 } from './1764785100000-search-indexes';
import { Analytics1764790000000 } from './1764790000000-analytics';
import { AnalyticsCounters1764790100000 } from './1764790100000-analytics-counters';

/** Oldest first. Append only: a released migration never changes. */
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
  BilledDays1764400000000,
  ScheduledPlanVersions1764400001000,
  ExtendedPeriods1764400002000,
  ScheduledCancellations1764400003000,
  BillingErrors1764410000000,
  PricesInForce1764411000000,
  PlanMigrations1764412000000,
  WholeBillingPeriods1764420000000,
  CarriedCharges1764420100000,
  ProratedCharges1764420200000,
  UsageRechecks1764440000000,
  OpenUsagePeriods1764440010000,
  NotChargedUsage1764440020000,
  NotChargedUsageBackfill1764440030000,
  NotChargedUsageIndexes1764440040000,
  ReinstatedPayments1764450000000,
  NotificationReviews1764451000000,
  CreditNoteDates1764460000000,
  CreditNoteRefunds1764460100000,
  WalletsOfDeletedCustomers1764470000000,
  DraftsOfCustomers1764470100000,
  TaxesOfCreditNoteItems1764470200000,
  StandardSpellings1764470300000,
  InvoiceBillingErrors1764480000000,
  FirstDaysOfUsagePeriods1764490000000,
  DaysLeftOfUsagePeriods1764500000000,
  SharedBillingPeriods1764500001000,
  ScheduledEndsInUsage1764500002000,
  DunningErrors1764500003000,
  TimesOfRefunds1764510000000,
  RefundsByHandBesideTotals1764520000000,
  ReversedAmountsOfInvoices1764520100000,
  BeginningsOfTrials1764530000000,
  EncryptionKey1764542000000,
  LostSecrets1764542000001,
  ReplacedApiKeys1764544000000,
  EarlierEndpointSecrets1764544000001,
  NetAmounts1764630400000,
  InvoiceDiscounts1764630400001,
  Coupons1764717000000,
  DraftNotesOfUnusedFees1764720000000,
  AmountsOfCreditNoteItems1764720000001,
  PaymentTargets1764730000000,
  OneTargetOfPayments1764730000001,
  BillingTimesOfInvoices1764735000000,
  SampleEvents1764740000000,
  WebhookInboxes1764740000001,
  DocumentDetails1764742000000,
  FeesOfOrganizations1764750000000,
  StoredDocuments1764755000000,
  RowVersions1764760000000,
  Emails1764770000000,
  DashboardSessions1764775000000,
  DurationsOfAttempts1764780000000,
  CustomersOfDeliveries1764780100000,
  SearchViews1764785000000,
  SearchIndexes1764785100000,
  Analytics1764790000000,
  AnalyticsCounters1764790100000,
];
