import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  'ALTER TABLE credit_notes ADD COLUMN issuing_date date',
  // The time zone of the invoice is the one that the customer had when the invoice was created.
  `UPDATE credit_notes AS note SET issuing_date = (note.finalized_at AT TIME ZONE invoice.timezone)::date
     FROM invoices AS invoice
    WHERE invoice.organization_id = note.organization_id AND invoice.id = note.invoice_id
      AND note.finalized_at IS NOT NULL`,
];

/** Adds the local day on which a credit note was finalized. */
export class CreditNoteDates1764460000000 implements MigrationInterface {
  readonly name = 'CreditNoteDates1764460000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE credit_notes DROP COLUMN issuing_date');
  }
}
