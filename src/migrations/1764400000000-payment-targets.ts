import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payments of targets that modules add, which have no column of their own in payments. */
export class PaymentTargets1764400000000 implements MigrationInterface {
  readonly name = 'PaymentTargets1764400000000';

  async up(runner: QueryRunner): Promise<void> {
    // NOT VALID: earlier rows satisfy it, and a scan of them would hold the lock on the table.
    await runner.query(
      `ALTER TABLE payments
         ADD COLUMN target_type text,
         ADD COLUMN target_id uuid,
         ADD CONSTRAINT payments_target_check CHECK (
           num_nonnulls(invoice_id, payment_request_id, target_id) = 1
           AND num_nonnulls(target_type, target_id) <> 1) NOT VALID`,
    );
    await runner.query(
      `CREATE INDEX payments_target ON payments (organization_id, target_id, created_at)
        WHERE target_id IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX payments_target');
    await runner.query(
      'ALTER TABLE payments DROP CONSTRAINT payments_target_check, DROP COLUMN target_type, DROP COLUMN target_id',
    );
  }
}
