import { Module } from '@nestjs/common';
import { addFields, extend } from '../../platform/extensions';
import { defineScopes } from '../../platform/http/scopes';
import { RECONCILIATION_CHECKS } from '../../platform/reconciliation/reconciliation-checks';
import { RELEASERS } from '../../platform/releases/releaser';
import { CUSTOMER_FIELDS, CustomersModule } from '../customers';
import { ORGANIZATION_FIELDS, OrganizationsModule } from '../organizations';
import { INVOICE_FIELDS, INVOICE_RESERVATIONS, InvoicesModule } from '../invoices';
import { SUBSCRIPTION_FIELDS, SubscriptionsModule } from '../subscriptions';
import { PAYMENT_EXPECTATIONS, PaymentsModule } from '../payments';
import { CollectionsController } from './collections.controller';
import { CollectionsRepository } from './collections.repository';
import { CollectionsService } from './collections.service';
import { CollectionEnding } from './lifecycle/collection-ending';
import { CollectionOpening } from './lifecycle/collection-opening';
import { CollectionNews } from './lifecycle/collection-news';
import { CollectionQueue } from './lifecycle/collection-queue';
import { CollectionRecorder } from './lifecycle/collection-recorder';
import { CollectionSteps } from './lifecycle/collection-steps';
import { ExpectedCollections } from './lifecycle/expected-collections';
import { AutomaticRepository } from './automatic/automatic.repository';
import {
  COLLECTION_METHOD_FIELD,
  CustomerCollectionMethods,
  InvoiceCollectionMethods,
  OrganizationCollectionMethods,
  SubscriptionCollectionMethods,
} from './automatic/collection-method-fields';
import { CollectionSettings, SettingSubjects } from './automatic/collection-settings';
import { CollectionSettingsController } from './automatic/collection-settings.controller';
import { ChargeOutlooks } from './automatic/charge-outlooks';
import { ChargeServices, ScheduledCharges } from './automatic/scheduled-charges';
import { CaptureComparisons } from './captures/capture-comparisons';
import { CaptureComparisonsRepository } from './captures/capture-comparisons.repository';
import { CaptureReconciliation } from './captures/capture-reconciliation';
import { ForgottenCaptures } from './captures/forgotten-captures';
import { LateCaptures } from './captures/late-captures';
import { Charges } from './charges/charges';
import { CollectionFiguresRepository } from './figures/collection-figures.repository';
import { CollectionMetrics } from './figures/collection-metrics';
import { CollectionReconciliation } from './figures/collection-reconciliation';
import { CheckoutLinks } from './links/checkout-links';
import { CheckoutsController } from './links/checkouts.controller';
import { CollectionProviders } from './links/collection-providers';
import { MethodQueues } from './methods/method-queues';
import { MethodSetups } from './methods/method-setups';
import { PaymentMethodsController } from './methods/payment-methods.controller';
import { PaymentMethodsRepository } from './methods/payment-methods.repository';
import { PaymentMethodsService } from './methods/payment-methods.service';
import { SavedMethods } from './methods/saved-methods';
import { CollectionViews } from './pay-pages/collection-views';
import { PayLinks } from './pay-pages/pay-links';
import { PayPageController } from './pay-pages/pay-page.controller';
import { PayPages } from './pay-pages/pay-pages';
import { PayStandings } from './pay-pages/pay-standings';
import { CollectionReservations } from './reservations/collection-reservations';

defineScopes({
  'collections:read': 'List and get collections',
  'collections:write':
    'Create links to pay, charge saved methods, set what is charged by itself; cancel collections',
  'payment_methods:read': 'List the saved payment methods of customers',
  'payment_methods:write':
    'Set up, choose and delete saved payment methods; map customers to those of providers',
});

@Module({
  imports: [OrganizationsModule, CustomersModule, InvoicesModule, PaymentsModule, SubscriptionsModule],
  controllers: [
    CollectionsController,
    CheckoutsController,
    PaymentMethodsController,
    CollectionSettingsController,
    PayPageController,
  ],
  providers: [
    CollectionsService,
    CollectionsRepository,
    CollectionOpening,
    CollectionSteps,
    CollectionRecorder,
    CollectionNews,
    CollectionQueue,
    CollectionEnding,
    ExpectedCollections,
    extend(PAYMENT_EXPECTATIONS, ExpectedCollections),
    Charges,
    AutomaticRepository,
    ScheduledCharges,
    ChargeOutlooks,
    ChargeServices,
    CollectionSettings,
    SettingSubjects,
    OrganizationCollectionMethods,
    addFields(ORGANIZATION_FIELDS, OrganizationCollectionMethods, COLLECTION_METHOD_FIELD),
    CustomerCollectionMethods,
    addFields(CUSTOMER_FIELDS, CustomerCollectionMethods, COLLECTION_METHOD_FIELD),
    SubscriptionCollectionMethods,
    addFields(SUBSCRIPTION_FIELDS, SubscriptionCollectionMethods, COLLECTION_METHOD_FIELD),
    InvoiceCollectionMethods,
    addFields(INVOICE_FIELDS, InvoiceCollectionMethods, COLLECTION_METHOD_FIELD),
    MethodQueues,
    MethodSetups,
    PaymentMethodsRepository,
    PaymentMethodsService,
    SavedMethods,
    CheckoutLinks,
    CollectionProviders,
    CollectionViews,
    PayLinks,
    PayPages,
    PayStandings,
    CaptureComparisons,
    CaptureComparisonsRepository,
    LateCaptures,
    ForgottenCaptures,
    CaptureReconciliation,
    extend(RECONCILIATION_CHECKS, CaptureReconciliation),
    CollectionFiguresRepository,
    CollectionMetrics,
    CollectionReconciliation,
    extend(RECONCILIATION_CHECKS, CollectionReconciliation),
    CollectionReservations,
    extend(INVOICE_RESERVATIONS, CollectionReservations),
    extend(RELEASERS, CollectionReservations),
  ],
  exports: [ChargeOutlooks, Charges, MethodSetups, PaymentMethodsService, PayLinks],
})
export class CollectionsModule {}
