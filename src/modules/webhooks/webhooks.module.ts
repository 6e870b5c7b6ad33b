import { Module } from '@nestjs/common';
import { extend } from '../../platform/extensions';
import { RECONCILIATION_CHECKS } from '../../platform/reconciliation/reconciliation-checks';
import { ApiKeysModule } from '../api-keys';
import { WebhookEndpointsModule } from '../webhook-endpoints';
import { DeliveryAttempt } from './delivery/delivery-attempt';
import { DeliverySigning } from './delivery/delivery-signing';
import { Dispatcher } from './delivery/dispatcher';
import { EndpointHealth } from './delivery/endpoint-health';
import { DeliveryAnalyticsController } from './history/delivery-analytics.controller';
import { DeliveryDaysRepository } from './history/delivery-days.repository';
import { DeliveryReconciliation } from './history/delivery-reconciliation';
import { DeliveryRetirement } from './history/delivery-retirement';
import { RetentionRepository } from './history/retention.repository';
import { RetentionService } from './history/retention.service';
import { WebhookQueriesRepository } from './history/webhook-queries.repository';
import { InboxController } from './inbox/inbox.controller';
import { InboxRepository } from './inbox/inbox.repository';
import { InboxService } from './inbox/inbox.service';
import { InboxStreams } from './inbox/inbox-streams';
import { InboxWriter } from './inbox/inbox-writer';
import { DeletedEndpoints } from './queue/deleted-endpoints';
import { ErasedDeliveries } from './queue/erased-deliveries';
import { DeliveriesRepository } from './queue/deliveries.repository';
import { DeliveryDatabase } from './queue/delivery-database';
import { DeliveryQueue } from './queue/delivery-queue';
import { DeliveryWriter } from './queue/delivery-writer';
import { QueueMetrics } from './queue/queue-metrics';
import { RecoveriesController } from './recoveries/recoveries.controller';
import { RecoveriesRepository } from './recoveries/recoveries.repository';
import { RecoveriesService } from './recoveries/recoveries.service';
import { RecoveryJob } from './recoveries/recovery.job';
import { RetrySweep } from './queue/retry-sweep';
import { SampleDeliveryService } from './sample-delivery.service';
import { TestDeliveryService } from './test-delivery.service';
import { WebhooksController } from './webhooks.controller';
import { WebhooksService } from './webhooks.service';

@Module({
  imports: [ApiKeysModule, WebhookEndpointsModule],
  controllers: [WebhooksController, InboxController, RecoveriesController, DeliveryAnalyticsController],
  providers: [
    DeletedEndpoints,
    ErasedDeliveries,
    DeliveriesRepository,
    DeliveryAttempt,
    DeliveryDatabase,
    DeliveryDaysRepository,
    DeliveryQueue,
    DeliveryReconciliation,
    DeliveryRetirement,
    DeliverySigning,
    extend(RECONCILIATION_CHECKS, DeliveryReconciliation),
    DeliveryWriter,
    EndpointHealth,
    InboxRepository,
    InboxService,
    InboxStreams,
    InboxWriter,
    Dispatcher,
    QueueMetrics,
    RetentionRepository,
    RetentionService,
    RecoveriesRepository,
    RecoveriesService,
    RecoveryJob,
    RetrySweep,
    SampleDeliveryService,
    TestDeliveryService,
    WebhookQueriesRepository,
    WebhooksService,
  ],
})
export class WebhooksModule {}
