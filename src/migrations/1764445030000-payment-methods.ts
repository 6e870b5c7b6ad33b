import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE provider_customers (
     organization_id uuid NOT NULL,
     id uuid NOT NULL,
     customer_id uuid NOT NULL,
     provider text NOT NULL,
     provider_customer_id text NOT NULL,
     polls integer NOT NULL DEFAULT 0,
     next_action_at timestamptz(3),
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     CONSTRAINT provider_customers_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT provider_customers_customer_fkey FOREIGN KEY (organization_id, customer_id)
       REFERENCES customers (organization_id, id))`,
  `CREATE UNIQUE INDEX provider_customers_customer
     ON provider_customers (organization_id, customer_id, provider)`,
  `CREATE UNIQUE INDEX provider_customers_provider
     ON provider_customers (organization_id, provider, provider_customer_id)`,
  `CREATE INDEX provider_customers_due ON provider_customers (next_action_at, organization_id, id)
     WHERE next_action_at IS NOT NULL`,
  `CREATE TABLE payment_methods (
     organization_id uuid NOT NULL,
     id uuid NOT NULL,
     customer_id uuid NOT NULL,
     provider text NOT NULL,
     provider_customer_id text NOT NULL,
     provider_method_id text NOT NULL,
     type text NOT NULL,
     label text NOT NULL,
     expires_on text,
     is_usable boolean NOT NULL,
     is_default boolean NOT NULL,
     deleted_at timestamptz(3),
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     CONSTRAINT payment_methods_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT payment_methods_default_exists CHECK (deleted_at IS NULL OR NOT is_default),
     CONSTRAINT payment_methods_customer_fkey FOREIGN KEY (organization_id, customer_id)
       REFERENCES customers (organization_id, id))`,
  `CREATE UNIQUE INDEX payment_methods_provider
     ON payment_methods (organization_id, provider, provider_method_id)`,
  `CREATE INDEX payment_methods_customer ON payment_methods (organization_id, customer_id, created_at, id)`,
  `CREATE UNIQUE INDEX payment_methods_default ON payment_methods (organization_id, customer_id) WHERE is_default`,
  `CREATE TABLE payment_method_setups (
     organization_id uuid NOT NULL,
     id uuid NOT NULL,
     customer_id uuid NOT NULL,
     provider text NOT NULL,
     setup_object_id text,
     status text NOT NULL,
     polls integer NOT NULL DEFAULT 0,
     next_action_at timestamptz(3),
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     CONSTRAINT payment_method_setups_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT payment_method_setups_customer_fkey FOREIGN KEY (organization_id, customer_id)
       REFERENCES customers (organization_id, id))`,
  `CREATE INDEX payment_method_setups_customer ON payment_method_setups (organization_id, customer_id)`,
  `CREATE INDEX payment_method_setups_due ON payment_method_setups (next_action_at, organization_id, id)
     WHERE next_action_at IS NOT NULL`,
  `CREATE INDEX payment_method_setups_open ON payment_method_setups (organization_id, provider)
     WHERE next_action_at IS NOT NULL`,
  `SELECT confine_to_organization('provider_customers')`,
  `SELECT confine_to_organization('payment_methods')`,
  `SELECT confine_to_organization('payment_method_setups')`,
];

/** Customers at providers, their saved methods, and the pages on which methods are saved. */
export class PaymentMethods1764445030000 implements MigrationInterface {
  readonly name = 'PaymentMethods1764445030000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE payment_method_setups, payment_methods, provider_customers');
  }
}
