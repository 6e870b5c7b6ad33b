import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { AnalyticsModule } from './modules/analytics';
import { ApiKeysModule } from './modules/api-keys';
import { BillableMetricsModule } from './modules/billable-metrics';
import { CouponsModule } from './modules/coupons';
import { CreditNotesModule } from './modules/credit-notes';
import { CustomersModule } from './modules/customers';
import { DashboardModule } from './modules/dashboard';
import { DocumentsModule } from './modules/documents';
import { EmailsModule } from './modules/emails';
import { UsageModule } from './modules/usage';
import { DunningModule } from './modules/dunning';
import { InvoicesModule } from './modules/invoices';
import { OrganizationsModule } from './modules/organizations';
import { PaymentsModule } from './modules/payments';
import { PlansModule } from './modules/plans';
import { ReconciliationModule } from './modules/reconciliation';
import { SearchModule } from './modules/search';
import { SubscriptionsModule } from './modules/subscriptions';
import { TaxesModule } from './modules/taxes';
import { WalletsModule } from './modules/wallets';
import { UsageThresholdsModule } from './modules/usage-thresholds';
import { WebhookEndpointsModule } from './modules/webhook-endpoints';
import { WebhooksModule } from './modules/webhooks';
import { PlatformModule, type Runtime } from './platform/platform.module';
import { schema } from './schema';

/**
 * All modules. Webhooks must come before webhook endpoints: otherwise `GET /v1/webhook_endpoints/:id` would match their
 * routes.
 */
const MODULES = [
  ApiKeysModule,
  DocumentsModule,
  OrganizationsModule,
  CustomersModule,
  BillableMetricsModule,
  TaxesModule,
  PlansModule,
  UsageModule,
  UsageThresholdsModule,
  InvoicesModule,
  SubscriptionsModule,
  CreditNotesModule,
  WalletsModule,
  CouponsModule,
  PaymentsModule,
  DunningModule,
  EmailsModule,
  WebhooksModule,
  WebhookEndpointsModule,
  ReconciliationModule,
  SearchModule,
  AnalyticsModule,
];

/** Composition root: the only module that imports all others. */
@Module({})
export class AppModule {
  /** @param added further modules, such as those of tests; they behave as if they were listed above. */
  static forRoot(runtime: Runtime, added: readonly Type[] = []): DynamicModule {
    const dashboard = runtime.config.dashboard ? [DashboardModule] : [];
    const imports = [PlatformModule.forRoot(runtime, schema), ...MODULES, ...dashboard, ...added];
    return { module: AppModule, imports };
  }
}
