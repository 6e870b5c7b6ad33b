import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATEMENTS = [
  `CREATE TABLE wallets (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     customer_id uuid NOT NULL,
     name text,
     code text,
     currency text NOT NULL,
     rate_amount numeric(20,10) NOT NULL,
     priority integer NOT NULL DEFAULT 50,
     expiration_at timestamptz(3),
     status text NOT NULL,
     balance_cents bigint NOT NULL,
     credits_balance numeric(30,5) NOT NULL,
     consumed_amount_cents bigint NOT NULL,
     consumed_credits numeric(30,5) NOT NULL,
     last_sequence integer,
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     terminated_at timestamptz(3),
     CONSTRAINT wallets_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT wallets_customer_fkey FOREIGN KEY (organization_id, customer_id)
       REFERENCES customers (organization_id, id),
     CONSTRAINT wallets_balance CHECK (balance_cents >= 0 AND credits_balance >= 0),
     CONSTRAINT wallets_consumed CHECK (consumed_amount_cents >= 0 AND consumed_credits >= 0),
     CONSTRAINT wallets_empty_ledger CHECK (last_sequence IS NOT NULL OR balance_cents = 0))`,
  `CREATE UNIQUE INDEX wallets_code ON wallets (organization_id, customer_id, code) WHERE status = 'active'`,
  `CREATE INDEX wallets_created ON wallets (organization_id, created_at, id)`,
  `CREATE INDEX wallets_status ON wallets (organization_id, status, created_at, id)`,
  `CREATE INDEX wallets_customer ON wallets (organization_id, customer_id, created_at, id)`,
  `CREATE INDEX wallets_expiration ON wallets (expiration_at, id)
     WHERE status = 'active' AND expiration_at IS NOT NULL`,

  `CREATE TABLE wallet_transactions (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     wallet_id uuid NOT NULL,
     sequence integer NOT NULL,
     previous_sequence integer,
     transaction_type text NOT NULL,
     transaction_status text NOT NULL,
     source text NOT NULL,
     credits numeric(30,5) NOT NULL,
     amount_cents bigint NOT NULL,
     balance_before_cents bigint NOT NULL,
     balance_after_cents bigint NOT NULL,
     currency text NOT NULL,
     invoice_id uuid,
     created_at timestamptz(3) NOT NULL,
     CONSTRAINT wallet_transactions_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT wallet_transactions_wallet_fkey FOREIGN KEY (organization_id, wallet_id)
       REFERENCES wallets (organization_id, id),
     CONSTRAINT wallet_transactions_invoice_fkey FOREIGN KEY (organization_id, invoice_id)
       REFERENCES invoices (organization_id, id),
     CONSTRAINT wallet_transactions_amount CHECK (amount_cents > 0 AND credits >= 0),
     CONSTRAINT wallet_transactions_sum CHECK (balance_after_cents >= 0
       AND balance_after_cents = balance_before_cents +
         CASE transaction_type WHEN 'inbound' THEN amount_cents ELSE - amount_cents END),
     CONSTRAINT wallet_transactions_first CHECK (previous_sequence IS NOT DISTINCT FROM nullif(sequence - 1, 0)
       AND (previous_sequence IS NOT NULL OR balance_before_cents = 0)))`,
  `CREATE UNIQUE INDEX wallet_transactions_sequence ON wallet_transactions (organization_id, wallet_id, sequence)`,
  `CREATE UNIQUE INDEX wallet_transactions_chain
     ON wallet_transactions (organization_id, wallet_id, sequence, balance_after_cents)`,
  `CREATE INDEX wallet_transactions_created ON wallet_transactions (organization_id, wallet_id, created_at, id)`,
  `CREATE UNIQUE INDEX wallet_transactions_invoice
     ON wallet_transactions (organization_id, invoice_id, wallet_id, source) WHERE invoice_id IS NOT NULL`,
  // These constraints guarantee that the balance is the sum of the transactions. Each transaction begins with the
  // balance after the previous one, and the wallet has the balance after the last one.
  `ALTER TABLE wallet_transactions ADD CONSTRAINT wallet_transactions_previous_fkey
     FOREIGN KEY (organization_id, wallet_id, previous_sequence, balance_before_cents)
     REFERENCES wallet_transactions (organization_id, wallet_id, sequence, balance_after_cents)`,
  `ALTER TABLE wallets ADD CONSTRAINT wallets_last_transaction_fkey
     FOREIGN KEY (organization_id, id, last_sequence, balance_cents)
     REFERENCES wallet_transactions (organization_id, wallet_id, sequence, balance_after_cents)`,
  `CREATE FUNCTION wallet_transactions_stay() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'The ledger of a wallet is only ever added to' USING ERRCODE = 'restrict_violation'; END $$`,
  `CREATE TRIGGER wallet_transactions_stay BEFORE UPDATE OR DELETE ON wallet_transactions
     FOR EACH ROW EXECUTE FUNCTION wallet_transactions_stay()`,
];

const DOWN = [
  'ALTER TABLE wallets DROP CONSTRAINT wallets_last_transaction_fkey',
  'DROP TABLE wallet_transactions',
  'DROP FUNCTION wallet_transactions_stay',
  'DROP TABLE wallets',
];

export class Wallets1764100000000 implements MigrationInterface {
  readonly name = 'Wallets1764100000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
