import type { MigrationInterface, QueryRunner } from 'typeorm';

const TERMS = `
     coupon_type text NOT NULL,
     amount_cents bigint,
     currency text,
     percentage_rate numeric(7, 4),
     frequency text NOT NULL,
     frequency_duration integer,
     reusable boolean NOT NULL,
     plan_ids uuid[] NOT NULL,
     billable_metric_codes text[] NOT NULL,`;

const UP = [
  `CREATE TABLE coupons (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     code text NOT NULL,
     name text NOT NULL,${TERMS}
     plan_codes text[] NOT NULL,
     expiration_at timestamptz(3),
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     deleted_at timestamptz(3),
     CONSTRAINT coupons_pkey PRIMARY KEY (organization_id, id))`,
  `CREATE UNIQUE INDEX coupons_code ON coupons (organization_id, code) WHERE deleted_at IS NULL`,
  `CREATE INDEX coupons_created ON coupons (organization_id, created_at, id)`,
  `SELECT confine_to_organization('coupons')`,

  `CREATE TABLE applied_coupons (
     organization_id uuid NOT NULL REFERENCES organizations (id),
     id uuid NOT NULL,
     coupon_id uuid NOT NULL,
     customer_id uuid NOT NULL,
     code text NOT NULL,
     name text NOT NULL,
     status text NOT NULL,${TERMS}
     amount_remaining_cents bigint,
     frequency_duration_remaining integer,
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     ended_at timestamptz(3),
     CONSTRAINT applied_coupons_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT applied_coupons_coupon_fkey FOREIGN KEY (organization_id, coupon_id)
       REFERENCES coupons (organization_id, id),
     CONSTRAINT applied_coupons_customer_fkey FOREIGN KEY (organization_id, customer_id)
       REFERENCES customers (organization_id, id),
     CONSTRAINT applied_coupons_amount_remaining CHECK (amount_remaining_cents BETWEEN 0 AND amount_cents),
     CONSTRAINT applied_coupons_bills_remaining
       CHECK (frequency_duration_remaining BETWEEN 0 AND frequency_duration))`,
  `CREATE INDEX applied_coupons_customer ON applied_coupons (organization_id, customer_id, created_at, id)`,
  `CREATE INDEX applied_coupons_active ON applied_coupons (organization_id, customer_id) WHERE status = 'active'`,
  `CREATE INDEX applied_coupons_coupon ON applied_coupons (organization_id, coupon_id, customer_id)`,
  `CREATE UNIQUE INDEX applied_coupons_once ON applied_coupons (organization_id, coupon_id, customer_id)
    WHERE NOT reusable`,
  `SELECT confine_to_organization('applied_coupons')`,
];

/** Adds coupons and their applications to customers. */
export class Coupons1764717000000 implements MigrationInterface {
  readonly name = 'Coupons1764717000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE applied_coupons, coupons');
  }
}
