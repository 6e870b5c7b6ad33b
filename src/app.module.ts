import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { AnalyticsModule } from './modules/analytics';
import { ApiKeysModule } from './modules/api-keys';
import { BillableMetricsModule } from './modules/billable-metrics';
import { CollectionsModule } from './modules/collections';
import { CouponsModule } from './modules/coupons';
import { CreditNotesModule } from './modules/credit-notes';
import { CustomersModule } from './modules/customers';
import { DashboardModule } from './modules/dashboard';
import { EmailsModule } from './modules/emails';
import { EventsModule } from './modules/events';
import { DocumentsModule } from './modules/documents';
import { DunningModule } from './modules/dunning';
import { InvoicesModule } from './modules/invoices';
import { OrganizationsModule } from './modules/organizations';
import { PaymentsModule } from './modules/payments';
import { PlansModule } from './modules/plans';
import { PortalModule } from './modules/portal';
import { ReconciliationModule } from './modules/reconciliation';
import { SubscriptionsModule } from './modules/subscriptions';
import { TaxesModule } from './modules/taxes';
import { WalletsModule } from './modules/wallets';
import { UsageThresholdsModule } from './modules/usage-thresholds';
import { WebhookEndpointsModule } from './modules/webhook-endpoints';
import { WebhooksModule } from './modules/webhooks';
import { PlatformModule, type Runtime } from './platform/platform.module';
import { schema } from './bootstrap/schema';

/** All modules. Webhooks come before webhook endpoints: otherwise `GET /v1/webhook_endpoints/:id` would match their routes. */
const MODULES = [
  ApiKeysModule,
  OrganizationsModule,
  CustomersModule,
  BillableMetricsModule,
  TaxesModule,
  PlansModule,
  EventsModule,
  UsageThresholdsModule,
  InvoicesModule,
  SubscriptionsModule,
  CouponsModule,
  CreditNotesModule,
  WalletsModule,
  PaymentsModule,
  CollectionsModule,
  DunningModule,
  DocumentsModule,
  EmailsModule,
  PortalModule,
  AnalyticsModule,
  WebhooksModule,
  WebhookEndpointsModule,
  ReconciliationModule,
  DashboardModule,
];

/** Composition root. */
@Module({})
export class AppModule {
  static forRoot(runtime: Runtime, more: readonly Type[] = []): DynamicModule {
    return { module: AppModule, imports: [PlatformModule.forRoot(runtime, schema), ...MODULES, ...more] };
  }
}
