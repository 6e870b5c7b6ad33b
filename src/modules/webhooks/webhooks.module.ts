import { Module } from '@nestjs/common';
import { extend } from '../../platform/extensions';
import { RECONCILIATION_CHECKS } from '../../platform/reconciliation/reconciliation-checks';
import { ApiKeysModule } from '../api-keys';
import { ENDPOINT_LISTENERS, WebhookEndpointsModule } from '../webhook-endpoints';
import { DeliveryReconciliation } from './delivery-reconciliation';
import { DeliveryWriter } from './delivery-writer';
import { DeliveryAttempt } from './engine/delivery-attempt';
import { DeliveryDatabase } from './engine/delivery-database';
import { DeliveryQueue } from './engine/delivery-queue';
import { Producer } from './engine/producer';
import { Completer } from './engine/completer';
import { RequestSigning } from './engine/signing';
import { SigningKeyring } from './engine/signing-keyring';
import { DeliveryNotifier } from './engine/delivery-notifier';
import { InboxController } from './inbox/inbox.controller';
import { InboxRepository } from './inbox/inbox.repository';
import { InboxService } from './inbox/inbox.service';
import { InboxStreams } from './inbox/inbox-streams';
import { QueueMetrics } from './queue-metrics';
import { RetentionRepository } from './retention.repository';
import { RetentionService } from './retention.service';
import { StandardWebhooksSigner } from './signers/standard-webhooks.signer';
import { SvcSigner } from './signers/svc.signer';
import { WEBHOOK_SIGNERS } from './signers/webhook-signer';
import { TestDeliveryService } from './test-delivery.service';
import { WebhookQueriesRepository } from './webhook-queries.repository';
import { WebhooksController } from './webhooks.controller';
import { WebhooksJobs } from './webhooks.jobs';
import { WebhooksRepository } from './webhooks.repository';
import { WebhooksService } from './webhooks.service';

@Module({
  imports: [ApiKeysModule, WebhookEndpointsModule],
  controllers: [WebhooksController, InboxController],
  providers: [
    DeliveryAttempt,
    DeliveryDatabase,
    DeliveryQueue,
    DeliveryWriter,
    DeliveryReconciliation,
    extend(RECONCILIATION_CHECKS, DeliveryReconciliation),
    InboxRepository,
    InboxService,
    InboxStreams,
    Producer,
    Completer,
    QueueMetrics,
    RetentionRepository,
    RequestSigning,
    RetentionService,
    SigningKeyring,
    SvcSigner,
    extend(WEBHOOK_SIGNERS, SvcSigner),
    StandardWebhooksSigner,
    extend(WEBHOOK_SIGNERS, StandardWebhooksSigner),
    TestDeliveryService,
    DeliveryNotifier,
    WebhookQueriesRepository,
    WebhooksJobs,
    WebhooksRepository,
    WebhooksService,
    extend(ENDPOINT_LISTENERS, WebhooksService),
  ],
})
export class WebhooksModule {}
