import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows of due queues that failed, with the time of their next retry, so that one bad row stops nobody. */
export class JobFailures1764380000000 implements MigrationInterface {
  readonly name = 'JobFailures1764380000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE job_failures (
         organization_id uuid NOT NULL REFERENCES organizations (id),
         queue text NOT NULL,
         row_id uuid NOT NULL,
         failures integer NOT NULL,
         retry_at timestamptz(3) NOT NULL,
         error text NOT NULL,
         CONSTRAINT job_failures_pkey PRIMARY KEY (organization_id, queue, row_id))`,
    );
    await runner.query('CREATE INDEX job_failures_retry_idx ON job_failures (queue, retry_at)');
    await runner.query(`SELECT confine_to_organization('job_failures')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE job_failures');
  }
}
