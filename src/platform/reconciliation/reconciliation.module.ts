import { Global, Module } from '@nestjs/common';
import { ReconciliationChecks } from './reconciliation-checks';

@Global()
@Module({ providers: [ReconciliationChecks], exports: [ReconciliationChecks] })
export class ReconciliationChecksModule {}
