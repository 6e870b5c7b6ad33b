import type { MigrationInterface, QueryRunner } from 'typeorm';

const KEY = 'webhook_queue_organization_id_delivery_id_fkey';

/**
 * Nothing refers to deliveries by a foreign key, which would prevent dropping their partitions. The reconciliation check
 * `queued_deliveries` finds what it refused.
 */
export class QueueWithoutForeignKey1766000000000 implements MigrationInterface {
  readonly name = 'QueueWithoutForeignKey1766000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE webhook_queue DROP CONSTRAINT ${KEY}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE webhook_queue ADD CONSTRAINT ${KEY} FOREIGN KEY (organization_id, delivery_id)
         REFERENCES webhook_deliveries (organization_id, id)`,
    );
  }
}
