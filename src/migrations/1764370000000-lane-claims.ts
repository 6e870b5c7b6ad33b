import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores the latest claim of each endpoint queue, so that a worker can release the deliveries of a claim whose response
 * was lost.
 */
export class LaneClaims1764370000000 implements MigrationInterface {
  readonly name = 'LaneClaims1764370000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE webhook_lanes ADD COLUMN claim_id uuid, ADD COLUMN claim_leased_until timestamptz(3)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_lanes DROP COLUMN claim_id, DROP COLUMN claim_leased_until');
  }
}
