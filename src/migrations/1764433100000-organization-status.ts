import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  'ALTER TABLE organizations ADD COLUMN test boolean NOT NULL DEFAULT false',
  `ALTER TABLE organizations ADD COLUMN status text NOT NULL DEFAULT 'active'`,
  'ALTER TABLE organizations ADD COLUMN suspended_at timestamptz(3)',
  'ALTER TABLE organizations ADD COLUMN suspension_reason text',
  'CREATE INDEX organizations_created ON organizations (created_at, id)',
  // Nearly always empty: every claim of due work leaves these organizations out.
  `CREATE INDEX organizations_held ON organizations (id) WHERE status <> 'active'`,
  // Without a foreign key: its entries outlive their organization.
  `CREATE TABLE installation_log (
     organization_id uuid NOT NULL,
     id uuid NOT NULL,
     organization_name text NOT NULL,
     action text NOT NULL,
     note text,
     request_id text,
     created_at timestamptz(3) NOT NULL,
     CONSTRAINT installation_log_pkey PRIMARY KEY (organization_id, id))`,
  'CREATE INDEX installation_log_created ON installation_log (created_at, id)',
  `SELECT confine_to_organization('installation_log')`,
];

const DOWN = [
  'DROP TABLE installation_log',
  'DROP INDEX organizations_held',
  'DROP INDEX organizations_created',
  'ALTER TABLE organizations DROP COLUMN suspension_reason',
  'ALTER TABLE organizations DROP COLUMN suspended_at',
  'ALTER TABLE organizations DROP COLUMN status',
  'ALTER TABLE organizations DROP COLUMN test',
];

/** Test organizations, suspension, and what the operator did to organizations. */
export class OrganizationStatus1764433100000 implements MigrationInterface {
  readonly name = 'OrganizationStatus1764433100000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
