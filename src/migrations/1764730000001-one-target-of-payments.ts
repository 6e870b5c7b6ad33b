import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Checks earlier payments against payments_one_target, without blocking writes. */
export class OneTargetOfPayments1764730000001 implements MigrationInterface {
  readonly name = 'OneTargetOfPayments1764730000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payments VALIDATE CONSTRAINT payments_one_target');
  }

  async down(): Promise<void> {
    // The previous migration drops the constraint.
  }
}
