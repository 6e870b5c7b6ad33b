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
import { WalletsOfDeletedCustomers1764470000000 } from './1764470000000-wallets-of-deleted-customers';
import { DraftsOfCustomers1764470100000 } from './1764470100000-drafts-of-customers';
import { TaxesOfCreditNoteItems1764470200000 } from './1764470200000-taxes-of-credit-note-items';
import { StandardSpellings1764470300000 } from './1764470300000-standard-spellings';

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
  WalletsOfDeletedCustomers1764470000000,
  DraftsOfCustomers1764470100000,
  TaxesOfCreditNoteItems1764470200000,
  StandardSpellings1764470300000,
];
