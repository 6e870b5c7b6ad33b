import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE webhook_endpoint_earlier_secrets (
     organization_id uuid NOT NULL,
     webhook_endpoint_id uuid NOT NULL,
     id uuid NOT NULL,
     sealed_secret text NOT NULL,
     expires_at timestamptz(3) NOT NULL,
     CONSTRAINT webhook_endpoint_earlier_secrets_pkey PRIMARY KEY (organization_id, webhook_endpoint_id, id),
     CONSTRAINT webhook_endpoint_earlier_secrets_endpoint_fkey FOREIGN KEY (organization_id, webhook_endpoint_id)
       REFERENCES webhook_endpoints (organization_id, id))`,
  `SELECT confine_to_organization('webhook_endpoint_earlier_secrets')`,
];

/** Signing secrets from before the previous one, whose announced ends lie ahead. */
export class EarlierEndpointSecrets1764433200000 implements MigrationInterface {
  readonly name = 'EarlierEndpointSecrets1764433200000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhook_endpoint_earlier_secrets');
  }
}
