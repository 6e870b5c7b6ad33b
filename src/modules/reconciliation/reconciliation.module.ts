import { Module } from '@nestjs/common';
import { ReconciliationChecks } from '../../platform/reconciliation/reconciliation-checks';
import { OrganizationsModule } from '../organizations';
import { ReconciliationController } from './reconciliation.controller';
import { ReconciliationJobs } from './reconciliation.jobs';
import { ReconciliationMetrics } from './reconciliation-metrics';
import { ReconciliationRepository } from './reconciliation.repository';
import { ReconciliationService } from './reconciliation.service';

@Module({
  imports: [OrganizationsModule],
  controllers: [ReconciliationController],
  providers: [
    ReconciliationService,
    ReconciliationChecks,
    ReconciliationRepository,
    ReconciliationJobs,
    ReconciliationMetrics,
  ],
})
export class ReconciliationModule {}
