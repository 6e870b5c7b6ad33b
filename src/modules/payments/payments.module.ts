import { Module } from '@nestjs/common';
import { extend } from '../../platform/extensions';
import { defineScopes } from '../../platform/http/scopes';
import { RECONCILIATION_CHECKS } from '../../platform/reconciliation/reconciliation-checks';
import { ApiKeysModule } from '../api-keys';
import { CreditNotesModule, NOTE_REFUNDER } from '../credit-notes';
import { InvoicesModule } from '../invoices';
import { OrganizationsModule } from '../organizations';
import { PaymentCollectors } from './collectors/payment-collectors';
import { PUBLISHED_COLLECTORS } from './collectors/published-collectors';
import { CollectorConnections } from './connections/collector-connections';
import { ConnectionChecks } from './connections/connection-checks';
import { CredentialBox } from './connections/credential-box';
import { ConnectionsController } from './connections/connections.controller';
import { ConnectionsRepository } from './connections/connections.repository';
import { ConnectionsService } from './connections/connections.service';
import { DisputeRecords } from './disputes/dispute-records';
import { ListedDisputes } from './disputes/listed-disputes';
import { DisputesController } from './disputes/disputes.controller';
import { DisputesRepository } from './disputes/disputes.repository';
import { DisputesService } from './disputes/disputes.service';
import { CollectedPayments } from './ledger/collected-payments';
import { PaymentLedger } from './ledger/payment-ledger';
import { PaymentOpening } from './ledger/payment-opening';
import { PaymentReconciliation } from './ledger/payment-reconciliation';
import { RefundAllocation } from './ledger/refund-allocation';
import { UndeliveredSales } from './ledger/undelivered-sales';
import { PaymentRefunds } from './ledger/payment-refunds';
import { PaymentRegistration } from './ledger/payment-registration';
import { PaymentsController } from './ledger/payments.controller';
import { PaymentsRepository } from './ledger/payments.repository';
import { PaymentsService } from './ledger/payments.service';
import { InboundWebhooks } from './notifications/inbound-webhooks';
import { InboundWebhooksController } from './notifications/inbound-webhooks.controller';
import { PartialReversals } from './notifications/partial-reversals';
import { NotificationEffects } from './notifications/notification-effects';
import { NotificationIntake } from './notifications/notification-intake';
import { NotificationParser } from './notifications/notification-parser';
import { NotificationProcessor } from './notifications/notification-processor';
import { NotificationQueue } from './notifications/notification-queue';
import { NotificationsController } from './notifications/notifications.controller';
import { ErasedNotifications } from './notifications/erased-notifications';
import { NotificationsRepository } from './notifications/notifications.repository';
import { NotificationsService } from './notifications/notifications.service';
import { SenderCandidates } from './notifications/sender-candidates';
import { SenderVerification } from './notifications/sender-verification';
import { ErasedProviderCalls } from './provider-calls/erased-provider-calls';
import { ProviderCallLog } from './provider-calls/provider-call-log';
import { ProviderCallRetention } from './provider-calls/provider-call-retention';
import { ProviderCallsController } from './provider-calls/provider-calls.controller';
import { ProviderCallsService } from './provider-calls/provider-calls.service';
import { ProviderCallsRepository } from './provider-calls/provider-calls.repository';
import { ProviderCircuits } from './provider-calls/provider-circuits';
import { ProviderRequests } from './provider-calls/provider-requests';
import { PAYMENT_PROVIDERS } from './provider-kit';
import { PaymentProviders } from './providers/payment-providers';
import { PUBLISHED_PROVIDERS } from './providers/published-providers';
import { NoteRefunds } from './refunds/note-refunds';
import { RefundOrders } from './refunds/refund-orders';
import { RefundOrdersRepository } from './refunds/refund-orders.repository';
import { RefundQueue } from './refunds/refund-queue';
import { RefundsController } from './refunds/refunds.controller';
import { RefundsService } from './refunds/refunds.service';
import { RefundedPayments } from './refunds/refunded-payments';
import { InvoiceTarget } from './targets/invoice-target';
import { PAYMENT_TARGETS } from './targets/payment-target';
import { PaymentTargets } from './targets/payment-targets';

defineScopes({
  'payments:read': 'List and get payments',
  'payments:write': 'Register and record payments; record refunds',
  'refunds:read': 'List and get refunds through providers',
  'refunds:write': 'Refund payments through their providers',
  'disputes:read': 'List and get disputes of payments',
  'payment_providers:read':
    'List and get connected payment providers, without their secrets, their notifications and their calls',
  'payment_providers:manage': 'Connect and disconnect payment providers; reprocess their notifications',
});

@Module({
  imports: [ApiKeysModule, OrganizationsModule, InvoicesModule, CreditNotesModule],
  // Order of routes: v1/payments/webhook comes before v1/payments/:id.
  controllers: [
    InboundWebhooksController,
    PaymentsController,
    RefundsController,
    DisputesController,
    ConnectionsController,
    NotificationsController,
    ProviderCallsController,
  ],
  providers: [
    PaymentProviders,
    ...PUBLISHED_PROVIDERS.flatMap((it) => [it, extend(PAYMENT_PROVIDERS, it)]),
    UndeliveredSales,
    PaymentTargets,
    InvoiceTarget,
    extend(PAYMENT_TARGETS, InvoiceTarget),
    NoteRefunds,
    extend(NOTE_REFUNDER, NoteRefunds),
    PaymentsService,
    PaymentsRepository,
    PaymentOpening,
    PaymentRegistration,
    PaymentLedger,
    CollectedPayments,
    PaymentRefunds,
    RefundAllocation,
    RefundOrders,
    RefundOrdersRepository,
    RefundQueue,
    RefundedPayments,
    RefundsService,
    DisputeRecords,
    DisputesRepository,
    DisputesService,
    ListedDisputes,
    PaymentReconciliation,
    extend(RECONCILIATION_CHECKS, PaymentReconciliation),
    ConnectionsService,
    ConnectionsRepository,
    ConnectionChecks,
    CollectorConnections,
    CredentialBox,
    PaymentCollectors,
    ...PUBLISHED_COLLECTORS,
    ProviderRequests,
    ProviderCircuits,
    ProviderCallLog,
    ProviderCallsRepository,
    ProviderCallsService,
    ProviderCallRetention,
    ErasedProviderCalls,
    InboundWebhooks,
    SenderVerification,
    SenderCandidates,
    NotificationIntake,
    NotificationParser,
    NotificationProcessor,
    NotificationEffects,
    PartialReversals,
    NotificationQueue,
    NotificationsService,
    NotificationsRepository,
    ErasedNotifications,
  ],
  exports: [
    PaymentsService,
    PaymentRegistration,
    PaymentTargets,
    CollectedPayments,
    CollectorConnections,
    ListedDisputes,
  ],
})
export class PaymentsModule {}
