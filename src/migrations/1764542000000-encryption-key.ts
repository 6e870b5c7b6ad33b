import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores which encryption key the secrets in the database were encrypted with. */
export class EncryptionKey1764542000000 implements MigrationInterface {
  readonly name = 'EncryptionKey1764542000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE encryption_key (
         singleton boolean NOT NULL DEFAULT true CHECK (singleton),
         fingerprint text NOT NULL,
         accepted_at timestamptz(3) NOT NULL,
         CONSTRAINT encryption_key_pkey PRIMARY KEY (singleton))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE encryption_key');
  }
}
