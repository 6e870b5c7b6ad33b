import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE dashboard_sessions (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     api_key_id uuid NOT NULL,
     token_hash text NOT NULL,
     created_at timestamptz(3) NOT NULL,
     last_used_at timestamptz(3) NOT NULL,
     expires_at timestamptz(3) NOT NULL,
     CONSTRAINT dashboard_sessions_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT dashboard_sessions_api_key_id_fkey FOREIGN KEY (organization_id, api_key_id)
       REFERENCES api_keys (organization_id, id))`,
  'CREATE INDEX dashboard_sessions_token ON dashboard_sessions (token_hash)',
  'CREATE INDEX dashboard_sessions_expiry ON dashboard_sessions (organization_id, expires_at)',
  `SELECT confine_to_organization('dashboard_sessions')`,
];

/** Stores the sessions of browsers that have signed in to the dashboard. */
export class DashboardSessions1764775000000 implements MigrationInterface {
  readonly name = 'DashboardSessions1764775000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE dashboard_sessions');
  }
}
