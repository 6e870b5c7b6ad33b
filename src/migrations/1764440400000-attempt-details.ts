import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How long attempts took, and the headers of both sides. */
export class AttemptDetails1764440400000 implements MigrationInterface {
  readonly name = 'AttemptDetails1764440400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE webhook_attempts
         ADD COLUMN duration_ms integer, ADD COLUMN request_headers text, ADD COLUMN response_headers text`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE webhook_attempts
         DROP COLUMN response_headers, DROP COLUMN request_headers, DROP COLUMN duration_ms`,
    );
  }
}
