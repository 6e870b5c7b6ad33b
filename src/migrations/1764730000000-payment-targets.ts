import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets payments pay records of further modules, which have no column of their own. */
export class PaymentTargets1764730000000 implements MigrationInterface {
  readonly name = 'PaymentTargets1764730000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payments ADD COLUMN target_kind text, ADD COLUMN target_id uuid');
    await runner.query(
      `ALTER TABLE payments
         ADD CONSTRAINT payments_one_target CHECK (num_nonnulls(invoice_id, payment_request_id, target_id) = 1
                                                   AND (target_kind IS NULL) = (target_id IS NULL)) NOT VALID`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payments DROP COLUMN target_kind, DROP COLUMN target_id');
  }
}
