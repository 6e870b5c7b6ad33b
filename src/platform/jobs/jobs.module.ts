import { Global, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { DueWork } from './due-work';
import { JobRunner } from './job-runner';

@Global()
@Module({
  imports: [ScheduleModule.forRoot()],
  providers: [JobRunner, DueWork],
  exports: [JobRunner, DueWork],
})
export class JobsModule {}
