import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the drafts of a customer, whose dates move with its billing terms. */
export class DraftsOfCustomers1764470100000 implements MigrationInterface {
  readonly name = 'DraftsOfCustomers1764470100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX invoices_drafts ON invoices (organization_id, customer_id, id) WHERE status = 'draft'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX invoices_drafts');
  }
}
