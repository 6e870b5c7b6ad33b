import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  refund_orders_created: '(organization_id, created_at, id)',
  refund_orders_status: '(organization_id, status, created_at, id)',
};

/** Lists of refunds, and the provider's code of why one failed. */
export class RefundLists1764470100000 implements MigrationInterface {
  readonly name = 'RefundLists1764470100000';
  /** An index cannot be built concurrently in a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE refund_orders ADD COLUMN IF NOT EXISTS failure_code text');
    for (const [name, columns] of Object.entries(INDEXES)) {
      await runner.query(`DROP INDEX IF EXISTS ${name}`); // what an interrupted run left is invalid
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON refund_orders ${columns}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await runner.query(`DROP INDEX ${name}`);
    await runner.query('ALTER TABLE refund_orders DROP COLUMN failure_code');
  }
}
