import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  'ALTER TABLE dunning_reviews ADD COLUMN billing_error jsonb',
  `CREATE INDEX dunning_reviews_billing_error ON dunning_reviews (organization_id, id)
    WHERE billing_error IS NOT NULL`,
];

/** Stores why the dunning of a customer fails. */
export class DunningErrors1764500003000 implements MigrationInterface {
  readonly name = 'DunningErrors1764500003000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE dunning_reviews DROP COLUMN billing_error');
  }
}
