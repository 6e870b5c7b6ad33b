import { Module } from '@nestjs/common';
import { UsageFollowers } from './usage-followers';
import { UsageMeter } from './usage-meter';

@Module({
  providers: [UsageMeter, UsageFollowers],
  exports: [UsageMeter, UsageFollowers],
})
export class EventsModule {}
