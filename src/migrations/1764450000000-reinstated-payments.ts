import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Payments record money that came back after a reversal, and how much of their amount is still missing.
 * `provider_failed_at` becomes the time of the latest failure or reversal; earlier versions kept the time of a failed
 * attempt before the success, which says nothing about the reversal.
 */
export class ReinstatedPayments1764450000000 implements MigrationInterface {
  readonly name = 'ReinstatedPayments1764450000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE payments ADD COLUMN reversed_amount_cents bigint NOT NULL DEFAULT 0,
                            ADD COLUMN provider_reinstated_at timestamptz(3)`,
    );
    await runner.query(
      `UPDATE payments SET reversed_amount_cents = amount_cents,
                           provider_failed_at = CASE WHEN provider_failed_at >= provider_succeeded_at
                                                     THEN provider_failed_at END
        WHERE reversed_at IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE payments DROP COLUMN reversed_amount_cents, DROP COLUMN provider_reinstated_at',
    );
  }
}
