import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  // NOT VALID: without a scan of all fees under the lock. Those that are there have the default.
  `ALTER TABLE invoice_fees
     ADD COLUMN discount_amount_cents bigint NOT NULL DEFAULT 0,
     ADD CONSTRAINT invoice_fees_discount CHECK (discount_amount_cents BETWEEN 0 AND amount_cents) NOT VALID`,

  `CREATE TABLE invoice_discounts (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     invoice_id uuid NOT NULL,
     position integer NOT NULL,
     source text NOT NULL,
     source_id uuid NOT NULL,
     code text NOT NULL,
     name text NOT NULL,
     amount_cents bigint NOT NULL,
     CONSTRAINT invoice_discounts_pkey PRIMARY KEY (organization_id, invoice_id, position),
     CONSTRAINT invoice_discounts_invoice_fkey FOREIGN KEY (organization_id, invoice_id)
       REFERENCES invoices (organization_id, id),
     CONSTRAINT invoice_discounts_amount CHECK (amount_cents > 0))`,
  `CREATE INDEX invoice_discounts_source ON invoice_discounts (organization_id, source, source_id)`,
  `SELECT confine_to_organization('invoice_discounts')`,

  `CREATE TABLE invoice_fundings (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     invoice_id uuid NOT NULL,
     source text NOT NULL,
     amount_cents bigint NOT NULL,
     CONSTRAINT invoice_fundings_pkey PRIMARY KEY (organization_id, invoice_id, source),
     CONSTRAINT invoice_fundings_invoice_fkey FOREIGN KEY (organization_id, invoice_id)
       REFERENCES invoices (organization_id, id),
     CONSTRAINT invoice_fundings_amount CHECK (amount_cents > 0))`,
  `SELECT confine_to_organization('invoice_fundings')`,
];

const DOWN = [
  'DROP TABLE invoice_fundings',
  'DROP TABLE invoice_discounts',
  'ALTER TABLE invoice_fees DROP COLUMN discount_amount_cents',
];

/** Discounts of invoices and their fees, and what invoices are funded from besides credit notes and wallets. */
export class InvoiceDiscounts1764390000000 implements MigrationInterface {
  readonly name = 'InvoiceDiscounts1764390000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
