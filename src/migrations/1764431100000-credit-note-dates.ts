import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  'ALTER TABLE credit_notes ADD COLUMN issuing_date date',
  `UPDATE credit_notes AS note SET issuing_date = (note.finalized_at AT TIME ZONE invoice.timezone)::date
     FROM invoices AS invoice
    WHERE invoice.organization_id = note.organization_id AND invoice.id = note.invoice_id
      AND note.finalized_at IS NOT NULL`,
  `ALTER TABLE credit_notes ADD CONSTRAINT credit_notes_issued
     CHECK ((issuing_date IS NULL) = (finalized_at IS NULL)) NOT VALID`,
];

const DOWN = [
  'ALTER TABLE credit_notes DROP CONSTRAINT credit_notes_issued',
  'ALTER TABLE credit_notes DROP COLUMN issuing_date',
];

/** The day on which a credit note was finalized. */
export class CreditNoteDates1764431100000 implements MigrationInterface {
  readonly name = 'CreditNoteDates1764431100000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
