import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE disputes (
     organization_id uuid NOT NULL,
     id uuid NOT NULL,
     payment_id uuid NOT NULL,
     customer_id uuid NOT NULL,
     provider text NOT NULL,
     provider_dispute_id text NOT NULL,
     amount_cents bigint NOT NULL,
     currency text NOT NULL,
     reason text,
     status text NOT NULL,
     respond_by timestamptz(3),
     closed_at timestamptz(3),
     reported_at timestamptz(3) NOT NULL,
     created_at timestamptz(3) NOT NULL,
     updated_at timestamptz(3) NOT NULL,
     CONSTRAINT disputes_pkey PRIMARY KEY (organization_id, id),
     CONSTRAINT disputes_amount CHECK (amount_cents >= 0),
     CONSTRAINT disputes_payment_fkey FOREIGN KEY (organization_id, payment_id)
       REFERENCES payments (organization_id, id),
     CONSTRAINT disputes_customer_fkey FOREIGN KEY (organization_id, customer_id)
       REFERENCES customers (organization_id, id))`,
  'CREATE INDEX disputes_created ON disputes (organization_id, created_at, id)',
  'CREATE INDEX disputes_status ON disputes (organization_id, status, created_at, id)',
  'CREATE INDEX disputes_customer ON disputes (organization_id, customer_id, created_at, id)',
  'CREATE INDEX disputes_payment ON disputes (organization_id, payment_id, created_at, id)',
  'CREATE UNIQUE INDEX disputes_provider_dispute ON disputes (organization_id, provider, provider_dispute_id)',
  `SELECT confine_to_organization('disputes')`,
];

/** Disputes of payments, as providers report them. */
export class Disputes1764450000000 implements MigrationInterface {
  readonly name = 'Disputes1764450000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE disputes');
  }
}
