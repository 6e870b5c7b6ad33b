import { Module } from '@nestjs/common';
import { defineScopes } from '../../platform/http/scopes';
import { ReconciliationController } from './reconciliation.controller';
import { ReconciliationMetrics } from './reconciliation-metrics';
import { ReconciliationRepository } from './reconciliation.repository';
import { ReconciliationService } from './reconciliation.service';

defineScopes({
  'reconciliation:read': 'Compare sums that must agree',
});

@Module({
  controllers: [ReconciliationController],
  providers: [ReconciliationService, ReconciliationRepository, ReconciliationMetrics],
})
export class ReconciliationModule {}
