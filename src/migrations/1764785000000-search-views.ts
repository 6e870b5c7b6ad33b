import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Row security keeps `lower(name) LIKE 'acme%'` from an index: neither `lower` nor LIKE is leakproof, so PostgreSQL would
 * evaluate them only on rows that the policy has passed. A view reads its table as its owner, without the policy, and has
 * the condition of the policy itself. Migrations call this function for each table that the search includes.
 */
const MAKE_SEARCHABLE = `
  CREATE FUNCTION make_searchable(target regclass, columns text, condition text DEFAULT 'true') RETURNS void
  LANGUAGE plpgsql AS $$
  DECLARE
    view_name text := (SELECT 'searchable_' || relname FROM pg_class WHERE oid = target);
  BEGIN
    EXECUTE format(
      'CREATE VIEW %I AS SELECT organization_id, id, %s FROM %s
        WHERE organization_id = (SELECT current_setting(''billing.organization_id'')::uuid) AND (%s)',
      view_name, columns, target, condition);
    EXECUTE format('GRANT SELECT ON %I TO billing_organization', view_name);
  END $$`;

const VIEWS: Record<string, { columns: string; condition?: string }> = {
  customers: { columns: 'name, external_id, email', condition: 'deleted_at IS NULL' },
  billable_metrics: { columns: 'name, code', condition: 'deleted_at IS NULL' },
  taxes: { columns: 'name, code', condition: 'deleted_at IS NULL' },
  plans: { columns: 'name, code', condition: 'deleted_at IS NULL' },
  coupons: { columns: 'name, code', condition: 'deleted_at IS NULL' },
  invoices: { columns: 'number, status, customer_id' },
  subscriptions: { columns: 'external_id, name, status, customer_id' },
};

/** Creates the views that the search reads (docs/security.md#row-security). */
export class SearchViews1764785000000 implements MigrationInterface {
  readonly name = 'SearchViews1764785000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(MAKE_SEARCHABLE);
    for (const [table, { columns, condition = 'true' }] of Object.entries(VIEWS)) {
      await runner.query(`SELECT make_searchable('${table}', '${columns}', '${condition}')`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of Object.keys(VIEWS)) await runner.query(`DROP VIEW searchable_${table}`);
    await runner.query('DROP FUNCTION make_searchable(regclass, text, text)');
  }
}
