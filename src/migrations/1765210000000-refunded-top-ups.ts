import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What refunds of sold credits have taken back, and what they could not. */
export class RefundedTopUps1765210000000 implements MigrationInterface {
  readonly name = 'RefundedTopUps1765210000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE wallet_top_ups ADD COLUMN taken_back_cents bigint NOT NULL DEFAULT 0,
                                  ADD COLUMN not_taken_back_cents bigint NOT NULL DEFAULT 0`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE wallet_top_ups DROP COLUMN taken_back_cents, DROP COLUMN not_taken_back_cents',
    );
  }
}
