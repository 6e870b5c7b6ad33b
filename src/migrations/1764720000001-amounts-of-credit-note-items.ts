import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Checks earlier items against credit_note_items_amount, without blocking writes. */
export class AmountsOfCreditNoteItems1764720000001 implements MigrationInterface {
  readonly name = 'AmountsOfCreditNoteItems1764720000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE credit_note_items VALIDATE CONSTRAINT credit_note_items_amount');
  }

  async down(): Promise<void> {
    // The previous migration replaces the constraint.
  }
}
