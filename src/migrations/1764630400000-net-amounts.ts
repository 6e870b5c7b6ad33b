import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  // NOT VALID avoids a scan of all fees under the lock; existing rows have the default.
  `ALTER TABLE invoice_fees
     ADD COLUMN discount_amount_cents bigint NOT NULL DEFAULT 0,
     ADD CONSTRAINT invoice_fees_discount CHECK (discount_amount_cents BETWEEN 0 AND amount_cents) NOT VALID`,
  'ALTER TABLE credit_notes ADD COLUMN unused_amount_cents bigint',
];

const DOWN = [
  'ALTER TABLE credit_notes DROP COLUMN unused_amount_cents',
  'ALTER TABLE invoice_fees DROP COLUMN discount_amount_cents',
];

/** Adds the discounts of fees, and the unused parts of fees before discounts. */
export class NetAmounts1764630400000 implements MigrationInterface {
  readonly name = 'NetAmounts1764630400000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
