import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  'ALTER TABLE invoices ADD COLUMN billing_error jsonb',
  // Contains only the invoices that are set aside, so that searches for them read no others.
  `CREATE INDEX invoices_billing_error ON invoices (organization_id, id)
     WHERE billing_error IS NOT NULL`,
  // A draft that cannot be finalized may be voided, without a number.
  'ALTER TABLE invoices DROP CONSTRAINT invoices_numbered',
  `ALTER TABLE invoices ADD CONSTRAINT invoices_numbered
     CHECK (status = 'voided' OR (status = 'draft') = (number IS NULL)) NOT VALID`,
  'ALTER TABLE invoices VALIDATE CONSTRAINT invoices_numbered',
];

const DOWN = [
  'ALTER TABLE invoices DROP CONSTRAINT invoices_numbered',
  `ALTER TABLE invoices ADD CONSTRAINT invoices_numbered
     CHECK ((status = 'draft') = (number IS NULL))`,
  'DROP INDEX invoices_billing_error',
  'ALTER TABLE invoices DROP COLUMN billing_error',
];

/** Stores why a draft cannot be finalized. */
export class InvoiceBillingErrors1764480000000 implements MigrationInterface {
  readonly name = 'InvoiceBillingErrors1764480000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
