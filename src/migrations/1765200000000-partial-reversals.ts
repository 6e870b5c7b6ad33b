import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The part of each payment that disputes have reversed. */
export class PartialReversals1765200000000 implements MigrationInterface {
  readonly name = 'PartialReversals1765200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payments ADD COLUMN reversed_amount_cents bigint NOT NULL DEFAULT 0');
    await runner.query('ALTER TABLE disputes ADD COLUMN reversed_amount_cents bigint NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE disputes DROP COLUMN reversed_amount_cents');
    await runner.query('ALTER TABLE payments DROP COLUMN reversed_amount_cents');
  }
}
