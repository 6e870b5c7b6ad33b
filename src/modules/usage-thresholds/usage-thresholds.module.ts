import { Module } from '@nestjs/common';
import { UsageModule } from '../usage';
import { PlansModule } from '../plans';
import { ThresholdWatch } from './threshold-watch';
import { UsageThresholdsController } from './usage-thresholds.controller';
import { UsageThresholdsRepository } from './usage-thresholds.repository';
import { UsageThresholdsService } from './usage-thresholds.service';

@Module({
  imports: [UsageModule, PlansModule],
  controllers: [UsageThresholdsController],
  providers: [UsageThresholdsService, UsageThresholdsRepository, ThresholdWatch],
})
export class UsageThresholdsModule {}
