import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations';
import { ReconciliationController } from './reconciliation.controller';
import { ReconciliationJobs } from './reconciliation.jobs';
import { ReconciliationService } from './reconciliation.service';

@Module({
  imports: [OrganizationsModule],
  controllers: [ReconciliationController],
  providers: [ReconciliationService, ReconciliationJobs],
})
export class ReconciliationModule {}
