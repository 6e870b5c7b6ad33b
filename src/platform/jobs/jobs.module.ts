import { Global, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { DueWork } from './due-work';
import { JobRunner } from './job-runner';
import { WakeableJobs } from './wakeable-job';

@Global()
@Module({
  imports: [ScheduleModule.forRoot()],
  providers: [JobRunner, DueWork, WakeableJobs],
  exports: [JobRunner, DueWork, WakeableJobs],
})
export class JobsModule {}
