import { Module } from '@nestjs/common';
import { extend } from '../../platform/extensions';
import { defineScopes } from '../../platform/http/scopes';
import { EventsModule, USAGE_CONSUMERS } from '../events';
import { PlansModule } from '../plans';
import { ThresholdCrossings } from './threshold-crossings';
import { UsageThresholdsController } from './usage-thresholds.controller';
import { UsageThresholdsRepository } from './usage-thresholds.repository';
import { UsageThresholdsService } from './usage-thresholds.service';

defineScopes({
  'usage_thresholds:read': 'List usage thresholds',
  'usage_thresholds:write': 'Create and delete usage thresholds',
});

@Module({
  imports: [EventsModule, PlansModule],
  controllers: [UsageThresholdsController],
  providers: [
    UsageThresholdsService,
    UsageThresholdsRepository,
    ThresholdCrossings,
    extend(USAGE_CONSUMERS, ThresholdCrossings),
  ],
})
export class UsageThresholdsModule {}
