import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE usage_event_keys (
     organization_id uuid NOT NULL,
     transaction_hash uuid NOT NULL,
     event_id uuid NOT NULL,
     fingerprint uuid NOT NULL,
     CONSTRAINT usage_event_keys_pkey PRIMARY KEY (organization_id, transaction_hash))
   WITH (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 1000000,
         autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01)`,
  `SELECT confine_to_organization('usage_event_keys')`,

  // STABLE, as convert_to() is, or PostgreSQL would not inline them.
  `CREATE FUNCTION usage_transaction_hash(transaction_id text) RETURNS uuid LANGUAGE sql STABLE AS $$
     SELECT substr(encode(sha256(convert_to(transaction_id, 'UTF8')), 'hex'), 1, 32)::uuid
   $$`,
  // 80 bits of the content without its timestamp, then the milliseconds of that: a repeat may omit or truncate it.
  `CREATE FUNCTION usage_event_fingerprint(code text, external_subscription_id text, external_customer_id text,
                                           properties jsonb, at timestamptz)
   RETURNS uuid LANGUAGE sql STABLE AS $$
     SELECT (substr(encode(sha256(convert_to(jsonb_build_array(
               code, external_subscription_id, external_customer_id, properties)::text, 'UTF8')), 'hex'), 1, 20)
             || lpad(to_hex((extract(epoch FROM at) * 1000)::bigint & x'ffffffffffff'::bigint), 12, '0'))::uuid
   $$`,

  // For the processes of the previous release, which write no keys: to be dropped with it.
  `CREATE FUNCTION key_usage_event() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     INSERT INTO usage_event_keys VALUES (
       NEW.organization_id, usage_transaction_hash(NEW.transaction_id), NEW.id,
       usage_event_fingerprint(NEW.code, NEW.external_subscription_id, NEW.external_customer_id, NEW.properties, NEW.timestamp))
     ON CONFLICT DO NOTHING;
     IF NOT FOUND THEN
       RAISE unique_violation USING CONSTRAINT = 'usage_events_transaction',
         MESSAGE = format('There is a usage event with the transaction_id %s', NEW.transaction_id);
     END IF;
     RETURN NEW;
   END $$`,
  `CREATE TRIGGER key_usage_event BEFORE INSERT ON usage_events FOR EACH ROW
     WHEN (current_setting('billing.usage_event_keys', true) IS DISTINCT FROM 'written')
     EXECUTE FUNCTION key_usage_event()`,
];

const DOWN = [
  'DROP TRIGGER key_usage_event ON usage_events',
  'DROP FUNCTION key_usage_event()',
  'DROP FUNCTION usage_event_fingerprint(text, text, text, jsonb, timestamptz)',
  'DROP FUNCTION usage_transaction_hash(text)',
  'DROP TABLE usage_event_keys',
];

/**
 * Keeps transaction_id unique without an index on usage_events, which a table that is partitioned by time cannot have
 * (docs/decisions.md#usage-event-keys).
 */
export class UsageEventKeys1767000000000 implements MigrationInterface {
  readonly name = 'UsageEventKeys1767000000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
