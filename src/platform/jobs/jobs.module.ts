import { Global, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { DueWork } from './due-work';
import { Jobs } from './jobs';

@Global()
@Module({
  imports: [ScheduleModule.forRoot()],
  providers: [Jobs, DueWork],
  exports: [Jobs, DueWork],
})
export class JobsModule {}
