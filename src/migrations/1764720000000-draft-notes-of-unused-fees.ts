import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets a draft credit note have an amount of 0, because the discounts of its draft invoice may change, and stores how its
 * credit is returned.
 */
export class DraftNotesOfUnusedFees1764720000000 implements MigrationInterface {
  readonly name = 'DraftNotesOfUnusedFees1764720000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE credit_notes ADD COLUMN unused_return_as text');
    await runner.query(
      `UPDATE credit_notes
          SET unused_return_as = CASE WHEN offset_amount_cents > 0 THEN 'offset' ELSE 'credit' END
        WHERE unused_fee_id IS NOT NULL AND status = 'draft'`,
    );
    await runner.query('ALTER TABLE credit_note_items DROP CONSTRAINT credit_note_items_amount');
    await runner.query(
      `ALTER TABLE credit_note_items
         ADD CONSTRAINT credit_note_items_amount CHECK (amount_cents >= 0 AND taxes_amount_cents >= 0) NOT VALID`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE credit_note_items DROP CONSTRAINT credit_note_items_amount');
    await runner.query(
      `ALTER TABLE credit_note_items
         ADD CONSTRAINT credit_note_items_amount CHECK (amount_cents > 0 AND taxes_amount_cents >= 0) NOT VALID`,
    );
    await runner.query('ALTER TABLE credit_notes DROP COLUMN unused_return_as');
  }
}
