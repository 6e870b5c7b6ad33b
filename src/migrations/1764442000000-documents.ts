import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE organizations
     ADD COLUMN legal_name text,
     ADD COLUMN tax_id text,
     ADD COLUMN address_line1 text,
     ADD COLUMN address_line2 text,
     ADD COLUMN zipcode text,
     ADD COLUMN city text,
     ADD COLUMN state text,
     ADD COLUMN country text,
     ADD COLUMN legal_text text,
     ADD COLUMN accent_color text NOT NULL DEFAULT '#1f2937',
     ADD COLUMN header_color text NOT NULL DEFAULT '#f3f4f6',
     ADD COLUMN locale text NOT NULL DEFAULT 'en'`,
  `ALTER TABLE customers
     ADD COLUMN legal_name text,
     ADD COLUMN tax_ids text[] NOT NULL DEFAULT '{}',
     ADD COLUMN locale text`,
  'ALTER TABLE invoices ADD COLUMN document_sha256 text',
  'ALTER TABLE credit_notes ADD COLUMN document_sha256 text',
  `CREATE TABLE document_logos (
     organization_id uuid NOT NULL,
     id uuid NOT NULL,
     content_type text NOT NULL,
     content bytea NOT NULL,
     is_current boolean NOT NULL,
     created_at timestamptz(3) NOT NULL,
     CONSTRAINT document_logos_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT document_logos_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id))`,
  'CREATE UNIQUE INDEX document_logos_current ON document_logos (organization_id) WHERE is_current',
  `CREATE TABLE documents (
     organization_id uuid NOT NULL,
     id uuid NOT NULL,
     invoice_id uuid,
     credit_note_id uuid,
     customer_id uuid NOT NULL,
     seller jsonb NOT NULL,
     buyer jsonb NOT NULL,
     locale text NOT NULL,
     template text NOT NULL,
     logo_id uuid,
     due_at timestamptz(3),
     rendered_at timestamptz(3),
     sha256 text,
     created_at timestamptz(3) NOT NULL,
     CONSTRAINT documents_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT documents_subject CHECK (num_nonnulls(invoice_id, credit_note_id) = 1),
     CONSTRAINT documents_rendered CHECK ((rendered_at IS NULL) = (sha256 IS NULL)),
     CONSTRAINT documents_invoice_fkey FOREIGN KEY (organization_id, invoice_id)
       REFERENCES invoices (organization_id, id),
     CONSTRAINT documents_credit_note_fkey FOREIGN KEY (organization_id, credit_note_id)
       REFERENCES credit_notes (organization_id, id),
     CONSTRAINT documents_customer_fkey FOREIGN KEY (organization_id, customer_id)
       REFERENCES customers (organization_id, id),
     CONSTRAINT documents_logo_fkey FOREIGN KEY (organization_id, logo_id)
       REFERENCES document_logos (organization_id, id))`,
  'CREATE UNIQUE INDEX documents_invoice ON documents (organization_id, invoice_id) WHERE invoice_id IS NOT NULL',
  `CREATE UNIQUE INDEX documents_credit_note ON documents (organization_id, credit_note_id)
     WHERE credit_note_id IS NOT NULL`,
  'CREATE INDEX documents_customer ON documents (organization_id, customer_id)',
  'CREATE INDEX documents_logo ON documents (organization_id, logo_id) WHERE logo_id IS NOT NULL',
  'CREATE INDEX documents_due ON documents (due_at, organization_id, id) WHERE due_at IS NOT NULL',
  `CREATE TABLE document_files (
     organization_id uuid NOT NULL,
     document_id uuid NOT NULL,
     html text NOT NULL,
     pdf bytea NOT NULL,
     CONSTRAINT document_files_pkey PRIMARY KEY (organization_id, document_id),
     CONSTRAINT document_files_document_fkey FOREIGN KEY (organization_id, document_id)
       REFERENCES documents (organization_id, id))`,
  // It is compressed already.
  'ALTER TABLE document_files ALTER COLUMN pdf SET STORAGE EXTERNAL',
  `CREATE TABLE document_links (
     organization_id uuid NOT NULL,
     id uuid NOT NULL,
     document_id uuid NOT NULL,
     token_hash text NOT NULL,
     expires_at timestamptz(3) NOT NULL,
     created_at timestamptz(3) NOT NULL,
     CONSTRAINT document_links_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT document_links_document_fkey FOREIGN KEY (organization_id, document_id)
       REFERENCES documents (organization_id, id))`,
  'CREATE UNIQUE INDEX document_links_token ON document_links (organization_id, token_hash)',
  'CREATE INDEX document_links_document ON document_links (organization_id, document_id, expires_at)',
  `SELECT confine_to_organization('document_logos')`,
  `SELECT confine_to_organization('documents')`,
  `SELECT confine_to_organization('document_files')`,
  `SELECT confine_to_organization('document_links')`,
];

const DOWN = [
  'DROP TABLE document_links, document_files, documents, document_logos',
  'ALTER TABLE credit_notes DROP COLUMN document_sha256',
  'ALTER TABLE invoices DROP COLUMN document_sha256',
  'ALTER TABLE customers DROP COLUMN legal_name, DROP COLUMN tax_ids, DROP COLUMN locale',
  `ALTER TABLE organizations
     DROP COLUMN legal_name, DROP COLUMN tax_id, DROP COLUMN address_line1, DROP COLUMN address_line2,
     DROP COLUMN zipcode, DROP COLUMN city, DROP COLUMN state, DROP COLUMN country, DROP COLUMN legal_text,
     DROP COLUMN accent_color, DROP COLUMN header_color, DROP COLUMN locale`,
];

/** The documents of invoices and credit notes, with what they freeze. */
export class Documents1764442000000 implements MigrationInterface {
  readonly name = 'Documents1764442000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
