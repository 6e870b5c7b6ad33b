import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE collection_settings (
     organization_id uuid NOT NULL,
     subject_type text NOT NULL,
     subject_id uuid NOT NULL,
     collection_method text,
     charge_at text,
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     CONSTRAINT collection_settings_pkey PRIMARY KEY (organization_id, subject_type, subject_id))`,
  `CREATE TABLE scheduled_charges (
     organization_id uuid NOT NULL,
     id uuid NOT NULL,
     invoice_id uuid NOT NULL,
     status text NOT NULL,
     reason text,
     attempts integer NOT NULL DEFAULT 0,
     due_at timestamptz(3),
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     CONSTRAINT scheduled_charges_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT scheduled_charges_due CHECK ((status = 'waiting') = (due_at IS NOT NULL)),
     CONSTRAINT scheduled_charges_invoice_fkey FOREIGN KEY (organization_id, invoice_id)
       REFERENCES invoices (organization_id, id))`,
  'CREATE UNIQUE INDEX scheduled_charges_invoice ON scheduled_charges (organization_id, invoice_id)',
  `CREATE INDEX scheduled_charges_due_idx ON scheduled_charges (due_at, organization_id, id)
     WHERE due_at IS NOT NULL`,
  `SELECT confine_to_organization('collection_settings')`,
  `SELECT confine_to_organization('scheduled_charges')`,
];

/** How invoices are collected, and those that are charged by themselves. */
export class AutomaticCollection1764445040000 implements MigrationInterface {
  readonly name = 'AutomaticCollection1764445040000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE scheduled_charges, collection_settings');
  }
}
