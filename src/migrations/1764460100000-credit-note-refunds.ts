import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Returns the running sum of an amount, so that two sequences of amounts can be matched from the oldest on. */
const upTo = (cents: string, of: string, order: string): string =>
  `sum(${cents}) OVER (PARTITION BY ${of} ORDER BY ${order})`;

const UP = [
  `ALTER TABLE invoice_settlements ADD COLUMN refunded_amount_cents bigint NOT NULL DEFAULT 0`,
  `ALTER TABLE credit_notes
     ADD COLUMN refunded_amount_cents bigint NOT NULL DEFAULT 0,
     ADD COLUMN refund_status text`,
  `CREATE TABLE credit_note_refunds (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     credit_note_id uuid NOT NULL,
     payment_id uuid NOT NULL,
     payment_refund_id uuid,
     amount_cents bigint NOT NULL,
     created_at timestamptz(3) NOT NULL,
     CONSTRAINT credit_note_refunds_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT credit_note_refunds_credit_note_fkey FOREIGN KEY (organization_id, credit_note_id)
       REFERENCES credit_notes (organization_id, id),
     CONSTRAINT credit_note_refunds_payment_fkey FOREIGN KEY (organization_id, payment_id)
       REFERENCES payments (organization_id, id),
     CONSTRAINT credit_note_refunds_refund_fkey FOREIGN KEY (organization_id, payment_refund_id)
       REFERENCES payment_refunds (organization_id, id),
     CONSTRAINT credit_note_refunds_amount CHECK (amount_cents <> 0))`,
  `CREATE INDEX credit_note_refunds_note ON credit_note_refunds (organization_id, credit_note_id)`,
  `CREATE INDEX credit_note_refunds_payment ON credit_note_refunds (organization_id, payment_id)`,
  `SELECT confine_to_organization('credit_note_refunds')`,

  // A refund returns money that was applied to no invoice first, then the money of the oldest invoice.
  `UPDATE invoice_settlements AS settlement SET refunded_amount_cents = part.cents
     FROM (SELECT own.organization_id, own.id,
                  least(own.amount_cents,
                        payment.refunded_amount_cents - (payment.amount_cents - payment.settled_amount_cents)
                        - (${upTo('own.amount_cents', 'own.organization_id, own.source_id', 'own.invoice_id')}
                           - own.amount_cents)) AS cents
             FROM invoice_settlements AS own
             JOIN payments AS payment
               ON payment.organization_id = own.organization_id AND payment.id = own.source_id
            WHERE own.source = 'payment' AND payment.refunded_amount_cents > 0) AS part
    WHERE part.organization_id = settlement.organization_id AND part.id = settlement.id AND part.cents > 0`,
  // The refunds of an invoice were made for its notes, the oldest first.
  `INSERT INTO credit_note_refunds
     SELECT note.organization_id, gen_random_uuid(), note.id, money.source_id, NULL,
            least(note.up_to, money.up_to)
              - greatest(note.up_to - note.refund_amount_cents, money.up_to - money.refunded_amount_cents), now()
       FROM (SELECT *, ${upTo('refund_amount_cents', 'organization_id, invoice_id', 'created_at, id')} AS up_to
               FROM credit_notes WHERE status = 'finalized' AND refund_amount_cents > 0) AS note
       JOIN (SELECT *, ${upTo('refunded_amount_cents', 'organization_id, invoice_id', 'created_at, id')} AS up_to
               FROM invoice_settlements WHERE refunded_amount_cents > 0) AS money
         ON money.organization_id = note.organization_id AND money.invoice_id = note.invoice_id
      WHERE least(note.up_to, money.up_to)
            > greatest(note.up_to - note.refund_amount_cents, money.up_to - money.refunded_amount_cents)`,
  `UPDATE credit_notes AS note
      SET refunded_amount_cents = refunded.cents,
          refund_status = CASE refunded.cents WHEN note.refund_amount_cents THEN 'succeeded' ELSE 'pending' END
     FROM (SELECT own.organization_id, own.id, coalesce(sum(refund.amount_cents), 0) AS cents
             FROM credit_notes AS own
             LEFT JOIN credit_note_refunds AS refund
               ON refund.organization_id = own.organization_id AND refund.credit_note_id = own.id
            WHERE own.status = 'finalized' AND own.refund_amount_cents > 0
            GROUP BY own.organization_id, own.id) AS refunded
    WHERE refunded.organization_id = note.organization_id AND refunded.id = note.id`,
];

const DOWN = [
  'DROP TABLE credit_note_refunds',
  'ALTER TABLE credit_notes DROP COLUMN refund_status, DROP COLUMN refunded_amount_cents',
  'ALTER TABLE invoice_settlements DROP COLUMN refunded_amount_cents',
];

/** Records which invoices and credit notes the refunds of payments are for. */
export class CreditNoteRefunds1764460100000 implements MigrationInterface {
  readonly name = 'CreditNoteRefunds1764460100000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
