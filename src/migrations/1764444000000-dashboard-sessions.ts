import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE dashboard_sessions (
     organization_id uuid NOT NULL,
     id uuid NOT NULL,
     api_key_id uuid NOT NULL,
     token_hash text NOT NULL,
     created_at timestamptz(3) NOT NULL,
     last_used_at timestamptz(3) NOT NULL,
     expires_at timestamptz(3) NOT NULL,
     CONSTRAINT dashboard_sessions_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT dashboard_sessions_api_key_fkey FOREIGN KEY (organization_id, api_key_id)
       REFERENCES api_keys (organization_id, id))`,
  'CREATE INDEX dashboard_sessions_token ON dashboard_sessions (token_hash)',
  'CREATE INDEX dashboard_sessions_api_key ON dashboard_sessions (organization_id, api_key_id)',
  'CREATE INDEX dashboard_sessions_expired ON dashboard_sessions (expires_at)',
  `SELECT confine_to_organization('dashboard_sessions')`,
  'ALTER TABLE audit_log ADD COLUMN session_id uuid',
];

/** Sessions of the dashboard, and who of them has written (docs/security.md#sessions-of-the-dashboard). */
export class DashboardSessions1764444000000 implements MigrationInterface {
  readonly name = 'DashboardSessions1764444000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit_log DROP COLUMN session_id');
    await runner.query('DROP TABLE dashboard_sessions');
  }
}
