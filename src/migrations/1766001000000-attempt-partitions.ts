import type { MigrationInterface, QueryRunner } from 'typeorm';
import { convertToPartitions, revertPartitions } from './partitioning';

const ATTEMPTS = {
  table: 'webhook_attempts',
  idColumn: 'delivery_id',
  survivors: `EXISTS (SELECT FROM webhook_deliveries AS delivery
    WHERE delivery.organization_id = kept.organization_id AND delivery.id = kept.delivery_id
      AND delivery.id >= :lower AND delivery.id < :upper)`,
  retireOrder: 2,
  storage:
    'autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02',
};

/** Partitions the attempts by the time of their deliveries, whose ids they have (docs/decisions.md#partitions). */
export class AttemptPartitions1766001000000 implements MigrationInterface {
  readonly name = 'AttemptPartitions1766001000000';
  /** Its steps commit one by one, so that none holds a lock for long. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await convertToPartitions(runner, ATTEMPTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await revertPartitions(runner, ATTEMPTS);
  }
}
