import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  // One row per final document. It is drawn once, and never changed after that.
  `CREATE TABLE documents (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     kind text NOT NULL,
     object_id uuid NOT NULL,
     html text,
     pdf bytea,
     sha256 text,
     next_attempt_at timestamptz(3),
     failing_since timestamptz(3),
     error text,
     created_at timestamptz(3) NOT NULL,
     drawn_at timestamptz(3),
     CONSTRAINT documents_pkey PRIMARY KEY (organization_id, kind, object_id),
     CONSTRAINT documents_drawn CHECK ((sha256 IS NULL) = (pdf IS NULL) AND (sha256 IS NULL) = (html IS NULL)))`,
  // PDF is compressed already.
  'ALTER TABLE documents ALTER COLUMN pdf SET STORAGE EXTERNAL',
  `CREATE INDEX documents_due ON documents (next_attempt_at, organization_id, kind, object_id)
     WHERE next_attempt_at IS NOT NULL`,
  `SELECT confine_to_organization('documents')`,

  // Logos are never changed: a document that shows one refers to it by its digest.
  `CREATE TABLE organization_logos (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     sha256 text NOT NULL,
     content_type text NOT NULL,
     width integer NOT NULL,
     height integer NOT NULL,
     bytes bytea NOT NULL,
     created_at timestamptz(3) NOT NULL,
     CONSTRAINT organization_logos_pkey PRIMARY KEY (organization_id, sha256))`,
  `SELECT confine_to_organization('organization_logos')`,
  'ALTER TABLE organizations ADD COLUMN logo_sha256 text',
];

/** Stores the documents of final invoices and credit notes, and the logos on them. */
export class StoredDocuments1764755000000 implements MigrationInterface {
  readonly name = 'StoredDocuments1764755000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE organizations DROP COLUMN logo_sha256');
    for (const table of ['organization_logos', 'documents']) await runner.query(`DROP TABLE ${table}`);
  }
}
