import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE wallets
     ADD COLUMN recurring_grants jsonb NOT NULL DEFAULT '[]',
     ADD COLUMN next_grant_at timestamptz(3)`,
  `CREATE INDEX wallets_next_grant ON wallets (next_grant_at, id)
     WHERE status = 'active' AND next_grant_at IS NOT NULL`,
  `ALTER TABLE wallet_transactions
     ADD COLUMN recurring_grant_id uuid,
     ADD COLUMN recurring_grant_period integer`,
  `CREATE UNIQUE INDEX wallet_transactions_recurring
     ON wallet_transactions (organization_id, wallet_id, recurring_grant_id, recurring_grant_period)
     WHERE recurring_grant_id IS NOT NULL`,
];

const DOWN = [
  'DROP INDEX wallet_transactions_recurring',
  'ALTER TABLE wallet_transactions DROP COLUMN recurring_grant_period, DROP COLUMN recurring_grant_id',
  'DROP INDEX wallets_next_grant',
  'ALTER TABLE wallets DROP COLUMN next_grant_at, DROP COLUMN recurring_grants',
];

/** Credits that a wallet gets in every period. */
export class RecurringGrants1764451010000 implements MigrationInterface {
  readonly name = 'RecurringGrants1764451010000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
