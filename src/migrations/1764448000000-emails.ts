import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE email_settings (
     organization_id uuid NOT NULL,
     send_invoices boolean NOT NULL,
     send_receipts boolean NOT NULL,
     send_credit_notes boolean NOT NULL,
     send_payment_requests boolean NOT NULL,
     reply_to text,
     sender_name text,
     locale text,
     CONSTRAINT email_settings_pkey PRIMARY KEY (organization_id),
     CONSTRAINT email_settings_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id))`,
  `CREATE TABLE emails (
     organization_id uuid NOT NULL,
     id uuid NOT NULL,
     kind text NOT NULL,
     state text NOT NULL,
     is_automatic boolean NOT NULL,
     customer_id uuid NOT NULL,
     source_id uuid NOT NULL,
     invoice_id uuid,
     credit_note_id uuid,
     payment_id uuid,
     payment_request_id uuid,
     recipient text,
     locale text NOT NULL,
     subject text,
     message_id text,
     attempts integer NOT NULL,
     due_at timestamptz(3),
     last_attempt_at timestamptz(3),
     last_error text,
     completed_at timestamptz(3),
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     CONSTRAINT emails_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT emails_state CHECK (state IN ('pending', 'sent', 'bounced', 'failed', 'canceled')),
     CONSTRAINT emails_pending CHECK ((state = 'pending') = (due_at IS NOT NULL)
                                      AND (state = 'pending') = (completed_at IS NULL)),
     CONSTRAINT emails_customer_fkey FOREIGN KEY (organization_id, customer_id)
       REFERENCES customers (organization_id, id),
     CONSTRAINT emails_invoice_fkey FOREIGN KEY (organization_id, invoice_id)
       REFERENCES invoices (organization_id, id),
     CONSTRAINT emails_credit_note_fkey FOREIGN KEY (organization_id, credit_note_id)
       REFERENCES credit_notes (organization_id, id),
     CONSTRAINT emails_payment_fkey FOREIGN KEY (organization_id, payment_id)
       REFERENCES payments (organization_id, id),
     CONSTRAINT emails_payment_request_fkey FOREIGN KEY (organization_id, payment_request_id)
       REFERENCES payment_requests (organization_id, id))`,
  'CREATE UNIQUE INDEX emails_cause ON emails (organization_id, kind, source_id) WHERE is_automatic',
  'CREATE INDEX emails_created ON emails (organization_id, created_at, id)',
  'CREATE INDEX emails_by_kind ON emails (organization_id, kind, created_at, id)',
  'CREATE INDEX emails_by_state ON emails (organization_id, state, created_at, id)',
  'CREATE INDEX emails_customer ON emails (organization_id, customer_id, created_at, id)',
  `CREATE INDEX emails_invoice ON emails (organization_id, invoice_id, created_at, id) WHERE invoice_id IS NOT NULL`,
  `CREATE INDEX emails_credit_note ON emails (organization_id, credit_note_id, created_at, id)
     WHERE credit_note_id IS NOT NULL`,
  'CREATE INDEX emails_payment ON emails (organization_id, payment_id) WHERE payment_id IS NOT NULL',
  `CREATE INDEX emails_payment_request ON emails (organization_id, payment_request_id, created_at, id)
     WHERE payment_request_id IS NOT NULL`,
  'CREATE INDEX emails_due ON emails (due_at, organization_id, id) WHERE due_at IS NOT NULL',
  `CREATE INDEX emails_waiting ON emails (created_at) WHERE state = 'pending'`,
  `CREATE TABLE email_messages (
     organization_id uuid NOT NULL,
     email_id uuid NOT NULL,
     content bytea NOT NULL,
     created_at timestamptz(3) NOT NULL,
     CONSTRAINT email_messages_pkey PRIMARY KEY (organization_id, email_id),
     CONSTRAINT email_messages_email_fkey FOREIGN KEY (organization_id, email_id)
       REFERENCES emails (organization_id, id))`,
  'CREATE INDEX email_messages_created ON email_messages (created_at)',
  `SELECT confine_to_organization('email_settings')`,
  `SELECT confine_to_organization('emails')`,
  `SELECT confine_to_organization('email_messages')`,
];

/** E-mails to customers, with what was sent, and the settings of organizations for them. */
export class Emails1764448000000 implements MigrationInterface {
  readonly name = 'Emails1764448000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE email_messages, emails, email_settings');
  }
}
