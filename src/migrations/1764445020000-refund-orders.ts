import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE refund_orders (
     organization_id uuid NOT NULL,
     id uuid NOT NULL,
     payment_id uuid NOT NULL,
     provider text NOT NULL,
     provider_payment_id text NOT NULL,
     amount_cents bigint NOT NULL,
     currency text NOT NULL,
     reason text NOT NULL,
     credit_note_id uuid,
     status text NOT NULL,
     provider_refund_id text,
     failure_reason text,
     tries integer NOT NULL DEFAULT 1,
     polls integer NOT NULL DEFAULT 0,
     requested_at timestamptz(3),
     next_action_at timestamptz(3),
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     CONSTRAINT refund_orders_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT refund_orders_amount CHECK (amount_cents > 0),
     CONSTRAINT refund_orders_payment_fkey FOREIGN KEY (organization_id, payment_id)
       REFERENCES payments (organization_id, id),
     CONSTRAINT refund_orders_credit_note_fkey FOREIGN KEY (organization_id, credit_note_id)
       REFERENCES credit_notes (organization_id, id))`,
  'CREATE INDEX refund_orders_payment ON refund_orders (organization_id, payment_id, created_at, id)',
  `CREATE UNIQUE INDEX refund_orders_surplus ON refund_orders (organization_id, payment_id)
     WHERE reason = 'surplus'`,
  'CREATE INDEX refund_orders_credit_note ON refund_orders (organization_id, credit_note_id) WHERE credit_note_id IS NOT NULL',
  `CREATE INDEX refund_orders_due ON refund_orders (next_action_at, organization_id, id)
     WHERE next_action_at IS NOT NULL`,
  `SELECT confine_to_organization('refund_orders')`,
];

/** Refunds that are made through providers. */
export class RefundOrders1764445020000 implements MigrationInterface {
  readonly name = 'RefundOrders1764445020000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE refund_orders');
  }
}
