import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE analytics_counts (
     organization_id uuid NOT NULL,
     measure text NOT NULL,
     quarter timestamptz(3) NOT NULL,
     subject text NOT NULL,
     value numeric NOT NULL,
     CONSTRAINT analytics_counts_pkey PRIMARY KEY (organization_id, measure, quarter, subject))`,
  `SELECT confine_to_organization('analytics_counts')`,
  // Every row is inserted once and deleted within seconds, so dead rows are vacuumed early, as in webhook_queue.
  `CREATE TABLE analytics_changes (
     organization_id uuid NOT NULL,
     measure text NOT NULL,
     quarter timestamptz(3) NOT NULL,
     id bigint GENERATED ALWAYS AS IDENTITY,
     subject text NOT NULL,
     value numeric NOT NULL,
     CONSTRAINT analytics_changes_pkey PRIMARY KEY (organization_id, measure, quarter, id))
   WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0)`,
  `SELECT confine_to_organization('analytics_changes')`,
];

/** Stores the counters of analytics by quarter of an hour, and the changes that are not yet added to them. */
export class Analytics1764790000000 implements MigrationInterface {
  readonly name = 'Analytics1764790000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE analytics_changes');
    await runner.query('DROP TABLE analytics_counts');
  }
}
