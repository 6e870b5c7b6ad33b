import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  'ALTER TABLE subscriptions ADD COLUMN billing_error jsonb',
  // Contains only the subscriptions that are set aside, so that searches for them read no others.
  `CREATE INDEX subscriptions_billing_error ON subscriptions (organization_id, id)
     WHERE billing_error IS NOT NULL`,
];

const DOWN = [
  'DROP INDEX subscriptions_billing_error',
  'ALTER TABLE subscriptions DROP COLUMN billing_error',
];

/** Stores why the due action of a subscription fails. */
export class BillingErrors1764410000000 implements MigrationInterface {
  readonly name = 'BillingErrors1764410000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
