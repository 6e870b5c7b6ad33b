import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the discounts of invoices, and what sources other than credit notes and wallets paid of them. */
export class InvoiceDiscounts1764630400001 implements MigrationInterface {
  readonly name = 'InvoiceDiscounts1764630400001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
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
    );
    await runner.query(
      'CREATE INDEX invoice_discounts_source ON invoice_discounts (organization_id, source, source_id)',
    );
    await runner.query("SELECT confine_to_organization('invoice_discounts')");
    await runner.query(
      `CREATE TABLE invoice_fundings (
         organization_id uuid NOT NULL REFERENCES organizations (id),
         invoice_id uuid NOT NULL,
         source text NOT NULL,
         amount_cents bigint NOT NULL,
         CONSTRAINT invoice_fundings_pkey PRIMARY KEY (organization_id, invoice_id, source),
         CONSTRAINT invoice_fundings_invoice_fkey FOREIGN KEY (organization_id, invoice_id)
           REFERENCES invoices (organization_id, id),
         CONSTRAINT invoice_fundings_amount CHECK (amount_cents > 0))`,
    );
    await runner.query("SELECT confine_to_organization('invoice_fundings')");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE invoice_fundings');
    await runner.query('DROP TABLE invoice_discounts');
  }
}
