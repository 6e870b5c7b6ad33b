import { Module } from '@nestjs/common';
import { extend } from '../../platform/extensions';
import { RAW_ROUTES } from '../../platform/http/raw-routes';
import { defineScopes } from '../../platform/http/scopes';
import { ApiKeysModule } from '../api-keys';
import { BillableMetricsModule, METRIC_DELETION_GUARDS } from '../billable-metrics';
import { CustomersModule } from '../customers';
import { OrganizationsModule } from '../organizations';
import { PlansModule } from '../plans';
import { TaxesModule } from '../taxes';
import { CountedMetricGuard } from './aggregation/counted-metric-guard';
import { UsageAggregatesRepository } from './aggregation/usage-aggregates.repository';
import { DirtyPeriodsRepository } from './consumers/dirty-periods.repository';
import { UsageConsumers } from './consumers/usage-consumers';
import { UsageConsumersWorker } from './consumers/usage-consumers.worker';
import { EventsController } from './events.controller';
import { EventIntake } from './ingestion/event-intake';
import { IngestionDatabase } from './ingestion/ingestion-database';
import { IngestionService } from './ingestion/ingestion.service';
import { RawIngestion } from './ingestion/raw-ingestion';
import { MeteredSubscriptions } from './metering/metered-subscriptions';
import { PeriodEventsRepository } from './metering/period-events.repository';
import { UsageMeter } from './metering/usage-meter';
import { UsagePeriodsRepository } from './metering/usage-periods.repository';
import { UsagePricing } from './metering/usage-pricing';
import { UsageReader } from './metering/usage-reader';
import { UsageRebuild } from './metering/usage-rebuild';
import { CurrentUsageController } from './queries/current-usage.controller';
import { CurrentUsageService } from './queries/current-usage.service';
import { EventKeyRetention } from './keys/event-key-retention';
import { EventKeysRepository } from './keys/event-keys.repository';
import { EventsRepository } from './queries/events.repository';
import { EventsService } from './queries/events.service';
import { UsageAnalyticsController } from './queries/usage-analytics.controller';
import { UsageDaysRepository } from './queries/usage-days.repository';
import { RateLimit } from './rate-limit/rate-limit';
import { StreamIntake } from './streams/stream-intake';
import { UsageStreams } from './streams/usage-streams';

const INGESTION = [
  EventIntake,
  IngestionDatabase,
  IngestionService,
  RateLimit,
  RawIngestion,
  extend(RAW_ROUTES, RawIngestion),
];
const METERING = [
  CountedMetricGuard,
  extend(METRIC_DELETION_GUARDS, CountedMetricGuard),
  MeteredSubscriptions,
  PeriodEventsRepository,
  UsageAggregatesRepository,
  UsageMeter,
  UsagePeriodsRepository,
  UsagePricing,
  UsageReader,
  UsageRebuild,
];
const CONSUMERS = [DirtyPeriodsRepository, UsageConsumers, UsageConsumersWorker];
const STREAMS = [StreamIntake, UsageStreams];
const KEYS = [EventKeyRetention, EventKeysRepository];
const QUERIES = [CurrentUsageService, EventsRepository, EventsService, UsageDaysRepository];

defineScopes({
  'events:read': 'List and get usage events; get the current usage of customers',
  'events:write': 'Record usage events',
});

@Module({
  imports: [
    ApiKeysModule,
    BillableMetricsModule,
    CustomersModule,
    OrganizationsModule,
    PlansModule,
    TaxesModule,
  ],
  controllers: [EventsController, CurrentUsageController, UsageAnalyticsController],
  providers: [...INGESTION, ...METERING, ...CONSUMERS, ...STREAMS, ...KEYS, ...QUERIES],
  exports: [CurrentUsageService, EventIntake, MeteredSubscriptions, UsageConsumers, UsageMeter, UsageReader],
})
export class EventsModule {}
