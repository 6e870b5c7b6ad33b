import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  'ALTER TABLE invoices ADD COLUMN buyer jsonb',
  'ALTER TABLE idempotency_keys ADD COLUMN customer_id uuid',
  `CREATE INDEX idempotency_keys_customer ON idempotency_keys (organization_id, customer_id)
     WHERE customer_id IS NOT NULL`,
];

const DOWN = [
  'DROP INDEX idempotency_keys_customer',
  'ALTER TABLE idempotency_keys DROP COLUMN customer_id',
  'ALTER TABLE invoices DROP COLUMN buyer',
];

/** What the erasure of a customer needs: the buyer on its invoices, and whom a kept response is about. */
export class Erasure1764437100000 implements MigrationInterface {
  readonly name = 'Erasure1764437100000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
