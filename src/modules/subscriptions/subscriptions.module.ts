import { Module } from '@nestjs/common';
import { extend } from '../../platform/extensions';
import { RECONCILIATION_CHECKS } from '../../platform/reconciliation/reconciliation-checks';
import { SEARCH_SOURCES } from '../../platform/search/search-sources';
import { CreditNotesModule } from '../credit-notes';
import { CUSTOMER_DELETION_GUARDS, CUSTOMER_DEPENDENTS, CustomersModule } from '../customers';
import { UsageModule } from '../usage';
import { INVOICE_PREVIEWS, InvoicesModule } from '../invoices';
import { PLAN_DELETION_GUARDS, PlansModule } from '../plans';
import { BillingErrors } from './billing-errors';
import { BillingPeriodsService } from './billing-periods';
import { DueSubscriptions } from './due-subscriptions';
import { FirstBillPreviews } from './first-bill-previews';
import { PlanChanges } from './plan-changes';
import { PlanMigrationRun } from './plan-migrations/plan-migration-run';
import { PlanMigrationsController } from './plan-migrations/plan-migrations.controller';
import { PlanMigrationsJobs } from './plan-migrations/plan-migrations.jobs';
import { PlanMigrationsRepository } from './plan-migrations/plan-migrations.repository';
import { PlanMigrationsService } from './plan-migrations/plan-migrations.service';
import { SubscriptionActionsController } from './subscription-actions.controller';
import { SubscriptionBilling } from './subscription-billing';
import { SubscriptionClock } from './subscription-clock';
import { SubscriptionCreation } from './subscription-creation';
import { SubscriptionLifecycle } from './subscription-lifecycle';
import { SubscribedCustomers, SubscribedPlans } from './subscription-deletion-guards';
import { SubscriptionPlans } from './subscription-plans';
import { SubscriptionTermsReader } from './subscription-terms';
import { SubscriptionReconciliation } from './subscription-reconciliation';
import { SubscriptionRequests } from './subscription-requests';
import { SubscriptionsController } from './subscriptions.controller';
import { SubscriptionsJobs } from './subscriptions.jobs';
import { SubscriptionsRepository } from './subscriptions.repository';
import { SubscriptionsService } from './subscriptions.service';
import { Transitions } from './transitions';
import { SubscriptionSearch } from './subscription-search';

@Module({
  imports: [CustomersModule, PlansModule, UsageModule, InvoicesModule, CreditNotesModule],
  controllers: [SubscriptionsController, SubscriptionActionsController, PlanMigrationsController],
  providers: [
    SubscriptionsService,
    SubscriptionsRepository,
    SubscriptionCreation,
    SubscriptionRequests,
    Transitions,
    SubscriptionLifecycle,
    SubscriptionBilling,
    SubscriptionPlans,
    PlanChanges,
    BillingPeriodsService,
    FirstBillPreviews,
    extend(INVOICE_PREVIEWS, FirstBillPreviews),
    SubscriptionClock,
    DueSubscriptions,
    SubscriptionsJobs,
    SubscribedCustomers,
    extend(CUSTOMER_DELETION_GUARDS, SubscribedCustomers),
    extend(CUSTOMER_DEPENDENTS, SubscribedCustomers),
    SubscribedPlans,
    extend(PLAN_DELETION_GUARDS, SubscribedPlans),
    SubscriptionTermsReader,
    SubscriptionReconciliation,
    extend(RECONCILIATION_CHECKS, SubscriptionReconciliation),
    BillingErrors,
    extend(RECONCILIATION_CHECKS, BillingErrors),
    PlanMigrationsService,
    PlanMigrationsRepository,
    PlanMigrationRun,
    PlanMigrationsJobs,
    SubscriptionSearch,
    extend(SEARCH_SOURCES, SubscriptionSearch, { order: -3 }),
  ],
  exports: [SubscriptionsService],
})
export class SubscriptionsModule {}
