import { Module } from '@nestjs/common';
import { extend } from '../../platform/extensions';
import { defineScopes } from '../../platform/http/scopes';
import { RECONCILIATION_CHECKS } from '../../platform/reconciliation/reconciliation-checks';
import { CreditNotesModule } from '../credit-notes';
import {
  CUSTOMER_CURRENCY_GUARDS,
  CUSTOMER_DELETION_GUARDS,
  CUSTOMER_ERASURE_GUARDS,
  CustomersModule,
} from '../customers';
import { EventsModule } from '../events';
import { InvoicesModule } from '../invoices';
import { PLAN_DELETION_GUARDS, PlansModule } from '../plans';
import { InvoicePreviewController } from './bills/invoice-preview.controller';
import { InvoicePreviews } from './bills/invoice-previews';
import { SubscriptionBilling } from './bills/subscription-billing';
import { PlanChangePreviews } from './changes/plan-change-previews';
import { PlanChanges } from './changes/plan-changes';
import { BillingErrors } from './lifecycle/billing-errors';
import { SubscriptionClock } from './lifecycle/subscription-clock';
import { SubscriptionCreation } from './lifecycle/subscription-creation';
import {
  ActiveSubscriptionsGuard,
  SubscribedCurrencyGuard,
  SubscribedPlanGuard,
} from './lifecycle/subscription-guards';
import { SubscriptionLifecycle } from './lifecycle/subscription-lifecycle';
import { PlanMigrationJob } from './migrations/plan-migration.job';
import { PlanMigrationsController } from './migrations/plan-migrations.controller';
import { PlanMigrationsRepository } from './migrations/plan-migrations.repository';
import { PlanMigrationsService } from './migrations/plan-migrations.service';
import { BillingPeriodsService } from './periods/billing-periods';
import { SubscriptionActionsController } from './subscription-actions.controller';
import { SubscriptionPolicies } from './subscription-policies';
import { SubscriptionTermsReader } from './subscription-terms';
import { SubscriptionsController } from './subscriptions.controller';
import { SubscriptionsRepository } from './subscriptions.repository';
import { SubscriptionsService } from './subscriptions.service';

const EXTENSIONS = [
  ActiveSubscriptionsGuard,
  extend(CUSTOMER_DELETION_GUARDS, ActiveSubscriptionsGuard),
  extend(CUSTOMER_ERASURE_GUARDS, ActiveSubscriptionsGuard),
  SubscribedCurrencyGuard,
  extend(CUSTOMER_CURRENCY_GUARDS, SubscribedCurrencyGuard),
  SubscribedPlanGuard,
  extend(PLAN_DELETION_GUARDS, SubscribedPlanGuard),
  BillingErrors,
  extend(RECONCILIATION_CHECKS, BillingErrors),
];

defineScopes({
  'subscriptions:read': 'List and get subscriptions and their billing periods; preview plan changes',
  'subscriptions:write': 'Create, activate, update, cancel and terminate subscriptions',
});

@Module({
  imports: [CustomersModule, PlansModule, EventsModule, InvoicesModule, CreditNotesModule],
  controllers: [
    SubscriptionsController,
    SubscriptionActionsController,
    InvoicePreviewController,
    PlanMigrationsController,
  ],
  providers: [
    SubscriptionsService,
    SubscriptionsRepository,
    SubscriptionTermsReader,
    SubscriptionPolicies,
    SubscriptionCreation,
    SubscriptionLifecycle,
    SubscriptionClock,
    SubscriptionBilling,
    InvoicePreviews,
    PlanChanges,
    PlanChangePreviews,
    BillingPeriodsService,
    PlanMigrationsService,
    PlanMigrationsRepository,
    PlanMigrationJob,
    ...EXTENSIONS,
  ],
  exports: [SubscriptionsService, SubscriptionCreation],
})
export class SubscriptionsModule {}
