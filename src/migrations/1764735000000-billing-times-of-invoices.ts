import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the instants for which the bills of subscriptions are made; null in earlier invoices. */
export class BillingTimesOfInvoices1764735000000 implements MigrationInterface {
  readonly name = 'BillingTimesOfInvoices1764735000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE invoices ADD COLUMN billed_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE invoices DROP COLUMN billed_at');
  }
}
