import { Module } from '@nestjs/common';
import { PlansModule } from '../plans';
import { UsageChangesRepository } from './usage-changes.repository';
import { UsageFollowers } from './usage-followers';
import { UsageFollowersJobs } from './usage-followers.jobs';
import { MeteredSubscriptions } from './metered-subscriptions';
import { UsageMeter } from './usage-meter';
import { UsageRebuild } from './usage-rebuild';
import { UsageRepository } from './usage.repository';

@Module({
  imports: [PlansModule],
  providers: [
    MeteredSubscriptions,
    UsageMeter,
    UsageRebuild,
    UsageRepository,
    UsageChangesRepository,
    UsageFollowers,
    UsageFollowersJobs,
  ],
  exports: [MeteredSubscriptions, UsageMeter, UsageFollowers],
})
export class EventsModule {}
