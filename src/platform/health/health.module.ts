import { Module } from '@nestjs/common';
import { HealthController } from './health.controller';
import { HealthService } from './health.service';
import { MetricsServer } from './metrics-server';

@Module({
  controllers: [HealthController],
  providers: [HealthService, MetricsServer],
  exports: [HealthService],
})
export class HealthModule {}
