import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys';
import { BillableMetricsModule } from '../billable-metrics';
import { CustomersModule } from '../customers';
import { EventsModule } from '../events';
import { InvoicesModule } from '../invoices';
import { OrganizationsModule } from '../organizations';
import { PaymentsModule } from '../payments';
import { PlansModule } from '../plans';
import { SubscriptionsModule } from '../subscriptions';
import { TaxesModule } from '../taxes';
import { WebhookEndpointsModule } from '../webhook-endpoints';
import { SampleCatalogue } from './sample-data/sample-catalogue';
import { SampleCustomers } from './sample-data/sample-customers';
import { SampleDataController } from './sample-data/sample-data.controller';
import { SampleData } from './sample-data/sample-data.service';
import { SampleInvoices } from './sample-data/sample-invoices';
import { SessionController } from './session.controller';
import { SignIns } from './sign-ins';

/** What the pages of the dashboard need beside the published API (docs/security.md#sessions-of-the-dashboard). */
@Module({
  imports: [
    ApiKeysModule,
    OrganizationsModule,
    CustomersModule,
    BillableMetricsModule,
    TaxesModule,
    PlansModule,
    EventsModule,
    SubscriptionsModule,
    InvoicesModule,
    PaymentsModule,
    WebhookEndpointsModule,
  ],
  controllers: [SessionController, SampleDataController],
  providers: [SignIns, SampleData, SampleCatalogue, SampleCustomers, SampleInvoices],
})
export class DashboardModule {}
