import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES: readonly (readonly [name: string, table: string, column: string])[] = [
  ['customers_name_prefix', 'customers', 'name'],
  ['customers_email_prefix', 'customers', 'email'],
  ['customers_external_id_prefix', 'customers', 'external_id'],
  ['invoices_number_prefix', 'invoices', 'number'],
];

/** Indexes of the searches of customers and invoices, built while rows are being written. */
export class PrefixSearches1764439100000 implements MigrationInterface {
  readonly name = 'PrefixSearches1764439100000';
  /** An index cannot be built concurrently in a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, table, column] of INDEXES) {
      await runner.query(`DROP INDEX IF EXISTS ${name}`); // what an interrupted run left is invalid
      await runner.query(
        `CREATE INDEX CONCURRENTLY ${name} ON ${table} (organization_id, ${column} text_pattern_ops)`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of INDEXES) await runner.query(`DROP INDEX ${name}`);
  }
}
