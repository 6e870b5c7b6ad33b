import { Module } from '@nestjs/common';
import { extend } from '../../platform/extensions';
import { RECONCILIATION_CHECKS } from '../../platform/reconciliation/reconciliation-checks';
import { ApiKeysModule } from '../api-keys';
import { CreditNotesModule } from '../credit-notes';
import { InvoicesModule } from '../invoices';
import { OrganizationsModule } from '../organizations';
import { ConnectionsController } from './connections/connections.controller';
import { ConnectionsRepository } from './connections/connections.repository';
import { ConnectionsService } from './connections/connections.service';
import { InvoiceTarget } from './invoice-target';
import { InboundWebhooks } from './notifications/inbound-webhooks';
import { InboundWebhooksController } from './notifications/inbound-webhooks.controller';
import { Inbox } from './notifications/inbox';
import { NotificationBacklog } from './notifications/notification-backlog';
import { NotificationEffects } from './notifications/notification-effects';
import { NotificationProcessor } from './notifications/notification-processor';
import { NotificationsController } from './notifications/notifications.controller';
import { NotificationsRepository } from './notifications/notifications.repository';
import { NotificationsService } from './notifications/notifications.service';
import { SenderCandidates } from './notifications/sender-candidates';
import { Senders } from './notifications/senders';
import { PaymentLedger } from './payment-ledger';
import { PaymentOpening } from './payment-opening';
import { PaymentReconciliation } from './payment-reconciliation';
import { PaymentRegistration } from './payment-registration';
import { PaymentRefunds } from './payment-refunds';
import { PAYMENT_TARGETS } from './payment-target';
import { PaymentTargets } from './payment-targets';
import { PaymentsController } from './payments.controller';
import { PaymentsRepository } from './payments.repository';
import { PaymentsService } from './payments.service';
import { RefundAllocation } from './refund-allocation';
import { PAYMENT_PROVIDERS } from './providers/payment-provider';
import { PaymentProviders } from './providers/payment-providers';
import { PUBLISHED_PROVIDERS } from './providers/published-providers';

@Module({
  imports: [ApiKeysModule, OrganizationsModule, InvoicesModule, CreditNotesModule],
  // InboundWebhooksController comes first; otherwise `POST /v1/payments/webhook/refund`, the webhook of a provider
  // named `refund`, would match `/v1/payments/:id/refund`.
  controllers: [
    InboundWebhooksController,
    PaymentsController,
    ConnectionsController,
    NotificationsController,
  ],
  providers: [
    PaymentProviders,
    ...PUBLISHED_PROVIDERS.flatMap((it) => [it, extend(PAYMENT_PROVIDERS, it)]),
    PaymentReconciliation,
    extend(RECONCILIATION_CHECKS, PaymentReconciliation),
    PaymentTargets,
    InvoiceTarget,
    extend(PAYMENT_TARGETS, InvoiceTarget),
    PaymentOpening,
    PaymentLedger,
    PaymentRefunds,
    RefundAllocation,
    PaymentRegistration,
    PaymentsService,
    PaymentsRepository,
    ConnectionsService,
    ConnectionsRepository,
    SenderCandidates,
    Senders,
    Inbox,
    InboundWebhooks,
    NotificationBacklog,
    NotificationEffects,
    NotificationProcessor,
    NotificationsService,
    NotificationsRepository,
  ],
  exports: [PaymentsService, PaymentRegistration],
})
export class PaymentsModule {}
