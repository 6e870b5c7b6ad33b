import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores the findings of the daily reconciliation, so that its metric survives a restart. */
export class ReconciliationFindings1764340000000 implements MigrationInterface {
  readonly name = 'ReconciliationFindings1764340000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE reconciliation_findings (
         organization_id uuid NOT NULL REFERENCES organizations (id),
         check_name text NOT NULL,
         mismatches integer NOT NULL,
         found_at timestamptz(3) NOT NULL,
         CONSTRAINT reconciliation_findings_pkey PRIMARY KEY (organization_id, check_name))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE reconciliation_findings');
  }
}
