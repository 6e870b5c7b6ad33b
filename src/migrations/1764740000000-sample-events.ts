import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Marks the events that are samples about made-up objects. */
export class SampleEvents1764740000000 implements MigrationInterface {
  readonly name = 'SampleEvents1764740000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE outbox_events ADD COLUMN sample boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE outbox_events DROP COLUMN sample');
  }
}
