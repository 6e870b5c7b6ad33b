import type { MigrationInterface, QueryRunner } from 'typeorm';
import { convertToPartitions, revertPartitions } from './partitioning';

const AUDIT_LOG = {
  table: 'audit_log',
  survivors: null,
  storage: 'autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02',
};

/** Partitions the audit log by time (docs/decisions.md#partitions). */
export class AuditLogPartitions1764800010000 implements MigrationInterface {
  readonly name = 'AuditLogPartitions1764800010000';
  /** Its steps commit one by one, so that none holds a lock for long. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await convertToPartitions(runner, AUDIT_LOG);
  }

  async down(runner: QueryRunner): Promise<void> {
    await revertPartitions(runner, AUDIT_LOG);
  }
}
