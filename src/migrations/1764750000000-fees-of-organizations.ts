import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  invoice_fees_type: 'invoice_fees (organization_id, type, invoice_id, position)',
  invoice_fees_metric: `invoice_fees (organization_id, billable_metric_code, invoice_id, position)
                          WHERE billable_metric_code IS NOT NULL`,
  invoices_of_customer: 'invoices (organization_id, customer_id, id)',
};

/** Indexes the fees of an organization by the filters of their list, without blocking writes. */
export class FeesOfOrganizations1764750000000 implements MigrationInterface {
  readonly name = 'FeesOfOrganizations1764750000000';
  /** CREATE INDEX CONCURRENTLY cannot run in a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Building an index concurrently waits for open transactions, but blocks none.
    await runner.query('SET lock_timeout = 0');
    for (const [name, definition] of Object.entries(INDEXES)) {
      // An interrupted run leaves an invalid index.
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${definition}`);
    }
    await runner.query('RESET lock_timeout');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDEXES)) await runner.query(`DROP INDEX ${name}`);
  }
}
