import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  'ALTER TABLE subscriptions ADD COLUMN billing_error jsonb',
  // Empty while nothing is set aside, so that looking for errors reads no other subscription.
  `CREATE INDEX subscriptions_billing_error ON subscriptions (organization_id, id)
     WHERE billing_error IS NOT NULL`,
];

const DOWN = [
  'DROP INDEX subscriptions_billing_error',
  'ALTER TABLE subscriptions DROP COLUMN billing_error',
];

/** Why the due action of a subscription that is set aside fails. */
export class SubscriptionBillingErrors1764420000000 implements MigrationInterface {
  readonly name = 'SubscriptionBillingErrors1764420000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
