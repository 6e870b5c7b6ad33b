import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE wallets
     ADD COLUMN auto_top_up_below numeric(30,5),
     ADD COLUMN auto_top_up_credits numeric(30,5),
     ADD COLUMN auto_top_up_max_per_month integer,
     ADD COLUMN auto_top_up_due_at timestamptz(3)`,
  `ALTER TABLE wallets ADD CONSTRAINT wallets_auto_top_up CHECK (
     num_nonnulls(auto_top_up_below, auto_top_up_credits, auto_top_up_max_per_month) IN (0, 3)
       AND (auto_top_up_due_at IS NULL OR auto_top_up_below IS NOT NULL))`,
  `CREATE INDEX wallets_auto_top_up_due ON wallets (auto_top_up_due_at, id)
     WHERE status = 'active' AND auto_top_up_due_at IS NOT NULL`,
  'ALTER TABLE wallet_top_ups ADD COLUMN automatic boolean NOT NULL DEFAULT false',
  `CREATE INDEX wallet_top_ups_created ON wallet_top_ups (organization_id, wallet_id, created_at, id)`,
  `CREATE UNIQUE INDEX wallet_top_ups_automatic ON wallet_top_ups (organization_id, wallet_id)
     WHERE status = 'pending' AND automatic`,
];

const DOWN = [
  'DROP INDEX wallet_top_ups_automatic',
  'DROP INDEX wallet_top_ups_created',
  'ALTER TABLE wallet_top_ups DROP COLUMN automatic',
  'DROP INDEX wallets_auto_top_up_due',
  'ALTER TABLE wallets DROP CONSTRAINT wallets_auto_top_up',
  `ALTER TABLE wallets DROP COLUMN auto_top_up_due_at, DROP COLUMN auto_top_up_max_per_month,
     DROP COLUMN auto_top_up_credits, DROP COLUMN auto_top_up_below`,
];

/** Wallets that buy credits by themselves when their balance runs low. */
export class AutoTopUps1764451000000 implements MigrationInterface {
  readonly name = 'AutoTopUps1764451000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
