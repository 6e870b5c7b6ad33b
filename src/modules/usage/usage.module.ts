import { Module } from '@nestjs/common';
import { extend } from '../../platform/extensions';
import { ApiKeysModule } from '../api-keys';
import { BillableMetricsModule, METRIC_DELETION_GUARDS } from '../billable-metrics';
import { CustomersModule } from '../customers';
import { PlansModule } from '../plans';
import { TaxesModule } from '../taxes';
import { CountedMetrics } from './counted-metrics';
import { CurrentUsageController } from './current-usage.controller';
import { CurrentUsageService } from './current-usage.service';
import { UsageEventsController } from './usage-events.controller';
import { UsageEventsRepository } from './usage-events.repository';
import { UsageEventsService } from './usage-events.service';
import { EventIntake } from './ingestion/event-intake';
import { IngestionDatabase } from './ingestion/ingestion-database';
import { IngestionService } from './ingestion/ingestion.service';
import { RawIngestion } from './ingestion/raw-ingestion';
import { RateLimit } from './rate-limit/rate-limit';
import { UsageChangesRepository } from './usage-changes.repository';
import { UsageListeners } from './usage-listeners';
import { UsageListenersJobs } from './usage-listeners.jobs';
import { UsageRechecks } from './usage-rechecks';
import { UsageRechecksRepository } from './usage-rechecks.repository';
import { MeteredSubscriptions } from './metered-subscriptions';
import { PeriodEventsRepository } from './period-events.repository';
import { PeriodOpening } from './period-opening';
import { UsageMeter } from './usage-meter';
import { UsageRebuild } from './usage-rebuild';
import { UsageExplanations } from './usage-explanations';
import { UsageReader } from './usage-reader';
import { UsageTotalsRepository } from './usage-totals.repository';
import { UsageRepository } from './usage.repository';

@Module({
  imports: [ApiKeysModule, BillableMetricsModule, CustomersModule, PlansModule, TaxesModule],
  controllers: [UsageEventsController, CurrentUsageController],
  providers: [
    CurrentUsageService,
    EventIntake,
    UsageEventsRepository,
    UsageEventsService,
    IngestionDatabase,
    IngestionService,
    RateLimit,
    RawIngestion,
    MeteredSubscriptions,
    UsageMeter,
    UsageRebuild,
    UsageRepository,
    PeriodEventsRepository,
    PeriodOpening,
    UsageExplanations,
    UsageReader,
    UsageTotalsRepository,
    CountedMetrics,
    extend(METRIC_DELETION_GUARDS, CountedMetrics),
    UsageChangesRepository,
    UsageListeners,
    UsageListenersJobs,
    UsageRechecks,
    UsageRechecksRepository,
  ],
  exports: [MeteredSubscriptions, UsageExplanations, UsageMeter, UsageListeners, UsageRechecks],
})
export class UsageModule {}
