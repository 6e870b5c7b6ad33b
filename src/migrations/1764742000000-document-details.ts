import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The new columns by table. All are nullable or have a constant default, so that no table is rewritten. */
const COLUMNS: readonly (readonly [table: string, columns: readonly string[]])[] = [
  [
    'organizations',
    [
      'legal_name text',
      'address_line1 text',
      'address_line2 text',
      'zipcode text',
      'city text',
      'state text',
      'country text',
      'tax_id text',
      'legal_text text',
      `accent_color text NOT NULL DEFAULT '#1f4e79'`,
      `locale text NOT NULL DEFAULT 'en'`,
      `document_template text NOT NULL DEFAULT 'standard'`,
    ],
  ],
  ['customers', ['legal_name text', `tax_ids jsonb NOT NULL DEFAULT '[]'`, 'locale text']],
  ['taxes', ['category text']],
  ['billable_metrics', [`unit_code text NOT NULL DEFAULT 'C62'`]],
  ['invoice_fees', [`unit_code text NOT NULL DEFAULT 'C62'`]],
  [
    'invoices',
    ['seller jsonb', 'buyer jsonb', 'locale text', 'document_template text', 'document_sha256 text'],
  ],
  [
    'credit_notes',
    ['seller jsonb', 'buyer jsonb', 'locale text', 'document_template text', 'document_sha256 text'],
  ],
];

const nameOf = (column: string): string => column.slice(0, column.indexOf(' '));

/** Adds what documents show about the seller, the buyer, units and taxes (EN 16931), and what is frozen of it. */
export class DocumentDetails1764742000000 implements MigrationInterface {
  readonly name = 'DocumentDetails1764742000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of COLUMNS) {
      await runner.query(`ALTER TABLE ${table} ${columns.map((it) => `ADD COLUMN ${it}`).join(', ')}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of COLUMNS) {
      const drops = columns.map((it) => `DROP COLUMN ${nameOf(it)}`);
      await runner.query(`ALTER TABLE ${table} ${drops.join(', ')}`);
    }
  }
}
