import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE credit_notes (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     invoice_id uuid NOT NULL,
     customer_id uuid NOT NULL,
     sequence integer NOT NULL,
     number text,
     status text NOT NULL,
     reason text NOT NULL,
     description text,
     currency text NOT NULL,
     credit_amount_cents bigint NOT NULL,
     refund_amount_cents bigint NOT NULL,
     offset_amount_cents bigint NOT NULL,
     balance_amount_cents bigint NOT NULL,
     taxes_amount_cents bigint NOT NULL,
     total_amount_cents bigint NOT NULL,
     unused_fee_id uuid,
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     finalized_at timestamptz(3),
     voided_at timestamptz(3),
     CONSTRAINT credit_notes_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT credit_notes_invoice_fkey FOREIGN KEY (organization_id, invoice_id)
       REFERENCES invoices (organization_id, id),
     CONSTRAINT credit_notes_customer_fkey FOREIGN KEY (organization_id, customer_id)
       REFERENCES customers (organization_id, id),
     CONSTRAINT credit_notes_split CHECK (credit_amount_cents >= 0 AND refund_amount_cents >= 0
       AND offset_amount_cents >= 0
       AND total_amount_cents = credit_amount_cents + refund_amount_cents + offset_amount_cents),
     CONSTRAINT credit_notes_balance CHECK (balance_amount_cents BETWEEN 0 AND credit_amount_cents
       AND (status = 'finalized' OR balance_amount_cents = 0)))`,
  // Prevents duplicate numbers among the credit notes of an invoice, even under concurrency.
  `CREATE UNIQUE INDEX credit_notes_sequence ON credit_notes (organization_id, invoice_id, sequence)`,
  `CREATE UNIQUE INDEX credit_notes_unused_fee ON credit_notes (organization_id, unused_fee_id)
     WHERE unused_fee_id IS NOT NULL`,
  `CREATE INDEX credit_notes_created ON credit_notes (organization_id, created_at, id)`,
  `CREATE INDEX credit_notes_status ON credit_notes (organization_id, status, created_at, id)`,
  `CREATE INDEX credit_notes_customer ON credit_notes (organization_id, customer_id, created_at, id)`,
  // Finds the credit notes that invoices can use, oldest first. Partial, so that the index stays small.
  `CREATE INDEX credit_notes_usable ON credit_notes (organization_id, customer_id, currency, created_at, id)
     WHERE balance_amount_cents > 0`,

  // Refreshing a draft invoice replaces its fees under the same IDs, so the constraint is checked at the end of the
  // transaction.
  `CREATE TABLE credit_note_items (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     credit_note_id uuid NOT NULL,
     position integer NOT NULL,
     fee_id uuid NOT NULL,
     amount_cents bigint NOT NULL,
     taxes_amount_cents bigint NOT NULL,
     CONSTRAINT credit_note_items_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT credit_note_items_credit_note_fkey FOREIGN KEY (organization_id, credit_note_id)
       REFERENCES credit_notes (organization_id, id),
     CONSTRAINT credit_note_items_fee_fkey FOREIGN KEY (organization_id, fee_id)
       REFERENCES invoice_fees (organization_id, id) DEFERRABLE INITIALLY DEFERRED,
     CONSTRAINT credit_note_items_amount CHECK (amount_cents > 0 AND taxes_amount_cents >= 0))`,
  `CREATE UNIQUE INDEX credit_note_items_note ON credit_note_items (organization_id, credit_note_id, fee_id)`,
  // Supports the foreign key when a refresh deletes the fees of a draft and inserts them again.
  `CREATE INDEX credit_note_items_fee ON credit_note_items (organization_id, fee_id)`,

  `CREATE TABLE credit_note_uses (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     credit_note_id uuid NOT NULL,
     invoice_id uuid NOT NULL,
     amount_cents bigint NOT NULL,
     created_at timestamptz(3) NOT NULL,
     released_at timestamptz(3),
     CONSTRAINT credit_note_uses_pkey PRIMARY KEY (organization_id, credit_note_id, invoice_id),
     CONSTRAINT credit_note_uses_credit_note_fkey FOREIGN KEY (organization_id, credit_note_id)
       REFERENCES credit_notes (organization_id, id),
     CONSTRAINT credit_note_uses_invoice_fkey FOREIGN KEY (organization_id, invoice_id)
       REFERENCES invoices (organization_id, id),
     CONSTRAINT credit_note_uses_amount CHECK (amount_cents > 0))`,
  `CREATE INDEX credit_note_uses_invoice ON credit_note_uses (organization_id, invoice_id)`,
];

const DOWN = ['DROP TABLE credit_note_uses', 'DROP TABLE credit_note_items', 'DROP TABLE credit_notes'];

/** Creates credit notes with the fees that they credit, and the credits applied to invoices. */
export class CreditNotes1764110000000 implements MigrationInterface {
  readonly name = 'CreditNotes1764110000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
