import { Module } from '@nestjs/common';
import { CreditNotesModule } from '../credit-notes';
import { CustomersModule } from '../customers';
import { UsageModule } from '../usage';
import { InvoicesModule } from '../invoices';
import { PlansModule } from '../plans';
import { BillingErrors } from './billing-errors';
import { BillingPeriodsService } from './billing-periods';
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
import { SubscriptionDeletionGuards } from './subscription-deletion-guards';
import { SubscriptionPlans } from './subscription-plans';
import { SubscriptionTermsReader } from './subscription-terms';
import { SubscriptionReconciliation } from './subscription-reconciliation';
import { SubscriptionRequests } from './subscription-requests';
import { SubscriptionsController } from './subscriptions.controller';
import { SubscriptionsJobs } from './subscriptions.jobs';
import { SubscriptionsRepository } from './subscriptions.repository';
import { SubscriptionsService } from './subscriptions.service';
import { Transitions } from './transitions';

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
    SubscriptionClock,
    SubscriptionsJobs,
    SubscriptionDeletionGuards,
    SubscriptionTermsReader,
    SubscriptionReconciliation,
    BillingErrors,
    PlanMigrationsService,
    PlanMigrationsRepository,
    PlanMigrationRun,
    PlanMigrationsJobs,
  ],
  exports: [SubscriptionsService],
})
export class SubscriptionsModule {}
