import { Module } from '@nestjs/common';
import { defineScopes } from '../http/scopes';
import { PartitionsModule } from '../partitions/partitions.module';
import { AuditLog } from './audit-log';
import { AuditLogController } from './audit-log.controller';

defineScopes({ 'audit_log:read': 'Read the audit log' });

@Module({ imports: [PartitionsModule], controllers: [AuditLogController], providers: [AuditLog] })
export class AuditModule {}
