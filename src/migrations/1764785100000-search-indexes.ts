import type { MigrationInterface, QueryRunner } from 'typeorm';

const NOT_DELETED = 'WHERE deleted_at IS NULL';

const FIELDS: Record<string, { columns: readonly string[]; where: string }> = {
  customers: { columns: ['name', 'external_id', 'email'], where: NOT_DELETED },
  billable_metrics: { columns: ['name', 'code'], where: NOT_DELETED },
  taxes: { columns: ['name', 'code'], where: NOT_DELETED },
  plans: { columns: ['name', 'code'], where: NOT_DELETED },
  coupons: { columns: ['name', 'code'], where: NOT_DELETED },
  invoices: { columns: ['number'], where: 'WHERE number IS NOT NULL' },
  subscriptions: { columns: ['external_id'], where: '' },
};

const INDEXES = Object.entries(FIELDS).flatMap(([table, { columns, where }]) =>
  columns.map((column) => ({
    name: `${table}_search_${column}`,
    // The ID makes the order of equal values stable without a sort.
    definition: `${table} (organization_id, lower(${column}) text_pattern_ops, id) ${where}`,
  })),
);

/** Indexes the prefixes of the fields that the search compares, without blocking writes. */
export class SearchIndexes1764785100000 implements MigrationInterface {
  readonly name = 'SearchIndexes1764785100000';
  /** CREATE INDEX CONCURRENTLY cannot run in a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Building an index concurrently waits for open transactions, but blocks none.
    await runner.query('SET lock_timeout = 0');
    for (const { name, definition } of INDEXES) {
      // An interrupted run leaves an invalid index.
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${definition}`);
    }
    await runner.query('RESET lock_timeout');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of INDEXES) await runner.query(`DROP INDEX ${name}`);
  }
}
