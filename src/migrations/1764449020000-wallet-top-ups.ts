import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE wallet_top_ups (
     organization_id uuid NOT NULL,
     id uuid NOT NULL,
     wallet_id uuid NOT NULL,
     invoice_id uuid NOT NULL,
     credits numeric(30,5) NOT NULL,
     amount_cents bigint NOT NULL,
     status text NOT NULL,
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     CONSTRAINT wallet_top_ups_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT wallet_top_ups_amount CHECK (amount_cents > 0 AND credits > 0),
     CONSTRAINT wallet_top_ups_wallet_fkey FOREIGN KEY (organization_id, wallet_id)
       REFERENCES wallets (organization_id, id),
     CONSTRAINT wallet_top_ups_invoice_fkey FOREIGN KEY (organization_id, invoice_id)
       REFERENCES invoices (organization_id, id))`,
  'CREATE UNIQUE INDEX wallet_top_ups_invoice ON wallet_top_ups (organization_id, invoice_id)',
  `CREATE INDEX wallet_top_ups_pending ON wallet_top_ups (organization_id, wallet_id, id)
     WHERE status = 'pending'`,
  `SELECT confine_to_organization('wallet_top_ups')`,
  `SELECT audit_changes('wallet_top_ups')`,
];

/** Credits that are sold by an invoice and added to their wallet once it is paid. */
export class WalletTopUps1764449020000 implements MigrationInterface {
  readonly name = 'WalletTopUps1764449020000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE wallet_top_ups');
  }
}
