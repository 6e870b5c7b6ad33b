import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE portal_accesses (
     organization_id uuid NOT NULL,
     id uuid NOT NULL,
     customer_id uuid NOT NULL,
     kind text NOT NULL,
     token_hash text NOT NULL,
     expires_at timestamptz(3) NOT NULL,
     created_at timestamptz(3) NOT NULL,
     CONSTRAINT portal_accesses_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT portal_accesses_customer_fkey FOREIGN KEY (organization_id, customer_id)
       REFERENCES customers (organization_id, id))`,
  'CREATE UNIQUE INDEX portal_accesses_token ON portal_accesses (organization_id, token_hash)',
  'CREATE INDEX portal_accesses_customer ON portal_accesses (organization_id, customer_id, expires_at)',
  `SELECT confine_to_organization('portal_accesses')`,
];

/** Links to the portals of customers, and the sessions that they opened. */
export class Portal1764449000000 implements MigrationInterface {
  readonly name = 'Portal1764449000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE portal_accesses');
  }
}
