import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores the taxes of the items of credit notes. The items of existing notes get the taxes of their fees without
 * amounts, which are computed when they are read.
 */
export class TaxesOfCreditNoteItems1764470200000 implements MigrationInterface {
  readonly name = 'TaxesOfCreditNoteItems1764470200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE credit_note_items ADD COLUMN applied_taxes jsonb NOT NULL DEFAULT '[]'`);
    await runner.query(
      `UPDATE credit_note_items AS item SET applied_taxes = fee.applied_taxes
         FROM invoice_fees AS fee
        WHERE fee.organization_id = item.organization_id AND fee.id = item.fee_id AND fee.applied_taxes <> '[]'`,
    );
    await runner.query('ALTER TABLE credit_note_items ALTER COLUMN applied_taxes DROP DEFAULT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE credit_note_items DROP COLUMN applied_taxes');
  }
}
