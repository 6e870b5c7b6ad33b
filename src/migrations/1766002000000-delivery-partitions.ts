import type { MigrationInterface, QueryRunner } from 'typeorm';
import { convertToPartitions, revertPartitions } from './partitioning';

const DELIVERIES = {
  table: 'webhook_deliveries',
  survivors: `EXISTS (SELECT FROM webhook_queue AS queue
    WHERE queue.organization_id = kept.organization_id AND queue.delivery_id = kept.id
      AND queue.delivery_id >= :lower AND queue.delivery_id < :upper)`,
  retireOrder: 1,
  storage:
    'autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02',
};

/** Partitions deliveries by time; those in the queue outlive the retention (docs/decisions.md#partitions). */
export class DeliveryPartitions1766002000000 implements MigrationInterface {
  readonly name = 'DeliveryPartitions1766002000000';
  /** Its steps commit one by one, so that none holds a lock for long. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await convertToPartitions(runner, DELIVERIES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await revertPartitions(runner, DELIVERIES);
  }
}
