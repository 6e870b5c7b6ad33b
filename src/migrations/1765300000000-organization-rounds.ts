import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a job that goes through all organizations was last done with each of them. */
export class OrganizationRounds1765300000000 implements MigrationInterface {
  readonly name = 'OrganizationRounds1765300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE organization_rounds (
         organization_id uuid NOT NULL,
         job text NOT NULL,
         finished_at timestamptz(3) NOT NULL,
         CONSTRAINT organization_rounds_pkey PRIMARY KEY (organization_id, job),
         CONSTRAINT organization_rounds_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id))`,
    );
    await runner.query(`SELECT confine_to_organization('organization_rounds')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE organization_rounds');
  }
}
