import { Module } from '@nestjs/common';
import { WebhookEndpointsModule } from '../webhook-endpoints';
import { DeliveryReconciliation } from './delivery-reconciliation';
import { DeliveryWriter } from './delivery-writer';
import { DeliveryAttempt } from './engine/delivery-attempt';
import { DeliveryDatabase } from './engine/delivery-database';
import { DeliveryQueue } from './engine/delivery-queue';
import { Dispatcher } from './engine/dispatcher';
import { OutcomeRecorder } from './engine/outcome-recorder';
import { SigningKeyring } from './engine/signing-keyring';
import { WakeSignal } from './engine/wake-signal';
import { QueueMetrics } from './queue-metrics';
import { RetentionRepository } from './retention.repository';
import { RetentionService } from './retention.service';
import { TestDeliveryService } from './test-delivery.service';
import { WebhookQueriesRepository } from './webhook-queries.repository';
import { WebhooksController } from './webhooks.controller';
import { WebhooksJobs } from './webhooks.jobs';
import { WebhooksRepository } from './webhooks.repository';
import { WebhooksService } from './webhooks.service';

@Module({
  imports: [WebhookEndpointsModule],
  controllers: [WebhooksController],
  providers: [
    DeliveryAttempt,
    DeliveryDatabase,
    DeliveryQueue,
    DeliveryWriter,
    DeliveryReconciliation,
    Dispatcher,
    OutcomeRecorder,
    QueueMetrics,
    RetentionRepository,
    RetentionService,
    SigningKeyring,
    TestDeliveryService,
    WakeSignal,
    WebhookQueriesRepository,
    WebhooksJobs,
    WebhooksRepository,
    WebhooksService,
  ],
})
export class WebhooksModule {}
