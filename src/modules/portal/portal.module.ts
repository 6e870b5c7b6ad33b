import { Module } from '@nestjs/common';
import { defineScopes } from '../../platform/http/scopes';
import { CollectionsModule } from '../collections';
import { CustomersModule } from '../customers';
import { DocumentsModule } from '../documents';
import { EventsModule } from '../events';
import { InvoicesModule } from '../invoices';
import { OrganizationsModule } from '../organizations';
import { PaymentsModule } from '../payments';
import { SubscriptionsModule } from '../subscriptions';
import { PortalAccesses } from './portal-accesses';
import { PortalAccessesRepository } from './portal-accesses.repository';
import { PortalAccount } from './portal-account';
import { PortalController } from './portal.controller';
import { PortalLinksController } from './portal-links.controller';
import { PortalMethodsController } from './portal-methods.controller';
import { PortalSessionGuard } from './portal-session.guard';
import { PortalSessionsController } from './portal-sessions.controller';

defineScopes({
  'portal:write': 'Create links to the portals of customers, who see and pay their invoices there',
});

/** The pages on which customers of an organization see and pay what is theirs (docs/portal.md). */
@Module({
  imports: [
    OrganizationsModule,
    CustomersModule,
    EventsModule,
    SubscriptionsModule,
    InvoicesModule,
    PaymentsModule,
    CollectionsModule,
    DocumentsModule,
  ],
  controllers: [PortalLinksController, PortalSessionsController, PortalController, PortalMethodsController],
  providers: [PortalAccesses, PortalAccessesRepository, PortalAccount, PortalSessionGuard],
})
export class PortalModule {}
