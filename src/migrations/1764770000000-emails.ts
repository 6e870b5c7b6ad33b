import type { MigrationInterface, QueryRunner } from 'typeorm';

const SWITCHES = ['email_invoices', 'email_receipts', 'email_credit_notes', 'email_payment_requests'];

const STATEMENTS = [
  `CREATE TABLE emails (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     kind text NOT NULL,
     object_id uuid NOT NULL,
     customer_id uuid NOT NULL,
     status text NOT NULL,
     recipient text NOT NULL,
     reply_to text,
     subject text,
     attempts integer NOT NULL DEFAULT 0,
     next_attempt_at timestamptz(3),
     failing_since timestamptz(3),
     error text,
     sent_at timestamptz(3),
     created_at timestamptz(3) NOT NULL,
     CONSTRAINT emails_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT emails_customer_id_fkey FOREIGN KEY (organization_id, customer_id)
       REFERENCES customers (organization_id, id))`,
  'CREATE INDEX emails_created_at ON emails (organization_id, created_at, id)',
  'CREATE INDEX emails_status ON emails (organization_id, status, created_at, id)',
  'CREATE INDEX emails_customer ON emails (organization_id, customer_id, created_at, id)',
  'CREATE INDEX emails_object ON emails (organization_id, object_id, created_at, id)',
  `CREATE INDEX emails_due ON emails (next_attempt_at, organization_id, id) WHERE next_attempt_at IS NOT NULL`,
  `SELECT confine_to_organization('emails')`,

  `CREATE TABLE email_messages (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     email_id uuid NOT NULL,
     message bytea NOT NULL,
     CONSTRAINT email_messages_pkey PRIMARY KEY (organization_id, email_id),
     CONSTRAINT email_messages_email_id_fkey FOREIGN KEY (organization_id, email_id)
       REFERENCES emails (organization_id, id))`,
  `SELECT confine_to_organization('email_messages')`,

  ...SWITCHES.map((it) => `ALTER TABLE organizations ADD COLUMN ${it} boolean NOT NULL DEFAULT false`),
  'ALTER TABLE organizations ADD COLUMN email_reply_to text',
];

/** Queues e-mails to customers, and keeps them as they were sent. */
export class Emails1764770000000 implements MigrationInterface {
  readonly name = 'Emails1764770000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of [...SWITCHES, 'email_reply_to']) {
      await runner.query(`ALTER TABLE organizations DROP COLUMN ${column}`);
    }
    for (const table of ['email_messages', 'emails']) await runner.query(`DROP TABLE ${table}`);
  }
}
