import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE audit_log (
     organization_id uuid NOT NULL,
     id uuid NOT NULL,
     created_at timestamptz(3) NOT NULL,
     actor_type text NOT NULL,
     api_key_id uuid,
     api_key_prefix text,
     job text,
     operation text NOT NULL,
     object_type text NOT NULL,
     object_id uuid,
     changed_fields text[] NOT NULL DEFAULT '{}',
     ip_address text,
     request_id text,
     PRIMARY KEY (organization_id, id)
   )`,
  'CREATE INDEX audit_log_created ON audit_log (organization_id, created_at, id)',
  'CREATE INDEX audit_log_actor ON audit_log (organization_id, actor_type, created_at, id)',
  `CREATE INDEX audit_log_api_key ON audit_log (organization_id, api_key_id, created_at, id)
     WHERE api_key_id IS NOT NULL`,
  'CREATE INDEX audit_log_operation ON audit_log (organization_id, operation, created_at, id)',
  'CREATE INDEX audit_log_object_type ON audit_log (organization_id, object_type, created_at, id)',
  'CREATE INDEX audit_log_object ON audit_log (organization_id, object_id, created_at, id)',
  `CREATE INDEX audit_log_request ON audit_log (organization_id, request_id, created_at, id)
     WHERE request_id IS NOT NULL`,
  `SELECT confine_to_organization('audit_log')`,
  // The role of requests: each database may have its own.
  `DO $$ BEGIN
     EXECUTE (SELECT format('REVOKE UPDATE, DELETE ON audit_log FROM %s', polroles[1]::regrole)
                FROM pg_policy WHERE polrelid = 'audit_log'::regclass);
   END $$`,
  // Applies to every user, the owner included.
  `CREATE FUNCTION refuse_change_of_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     RAISE EXCEPTION 'audit_log is append-only: % is refused', TG_OP USING ERRCODE = 'insufficient_privilege';
   END $$`,
  `CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON audit_log
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_log()`,
  // The log of an organization ends with the organization; the log of the installation keeps an entry of that.
  `CREATE FUNCTION refuse_deletion_from_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF is_organization_deleting(OLD.organization_id) THEN RETURN OLD; END IF;
     RAISE EXCEPTION 'audit_log is append-only: % is refused', TG_OP USING ERRCODE = 'insufficient_privilege';
   END $$`,
  `CREATE TRIGGER append_only_rows BEFORE DELETE ON audit_log
     FOR EACH ROW EXECUTE FUNCTION refuse_deletion_from_audit_log()`,
];

/** Collects the names of the columns that changed in the audited row, for the entry that the transaction writes. */
const NOTE = `
  CREATE FUNCTION note_changed_fields() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    names text;
  BEGIN
    SELECT string_agg(regexp_replace(after.key, '^sealed_', ''), ',') INTO names
      FROM jsonb_each(to_jsonb(NEW)) AS after JOIN jsonb_each(to_jsonb(OLD)) AS before USING (key)
     WHERE after.value IS DISTINCT FROM before.value AND after.key <> 'updated_at'
       AND after.key <> ALL (COALESCE(TG_ARGV, '{}'));
    PERFORM set_config('billing.changed_fields',
      concat_ws(',', NULLIF(current_setting('billing.changed_fields', true), ''), names), true);
    RETURN NULL;
  END $$`;

/** For later migrations too: a table whose rows requests change. Hidden columns are no fields of the API. */
const AUDIT = `
  CREATE FUNCTION audit_changes(target regclass, VARIADIC hidden text[] DEFAULT '{}') RETURNS void
  LANGUAGE plpgsql AS $$
  BEGIN
    EXECUTE format(
      'CREATE TRIGGER note_changed_fields AFTER UPDATE ON %s FOR EACH ROW '
      'WHEN (NEW.id::text = current_setting(''billing.audited_id'', true)) EXECUTE FUNCTION note_changed_fields(%s)',
      target, (SELECT string_agg(quote_literal(it), ', ') FROM unnest(hidden) AS it));
  END $$`;

/** Tables with the columns that are no fields. */
const AUDITED: Readonly<Record<string, readonly string[]>> = {
  organizations: [],
  api_keys: ['last_used_at'],
  customers: [],
  billable_metrics: [],
  taxes: [],
  plans: ['current_version_id'],
  usage_thresholds: [],
  subscriptions: ['next_action_at', 'usage_period_id', 'usage_from', 'advance_fee_id'],
  invoices: ['next_action_at', 'usage_period_id', 'period_id'],
  coupons: ['plan_ids'],
  applied_coupons: ['plan_ids'],
  credit_notes: ['unused_fee_id'],
  wallets: ['last_sequence'],
  payments: ['provider_succeeded_at', 'provider_failed_at', 'reported_refund_cents'],
  provider_notifications: ['needs_review', 'effect'],
  dunning_campaigns: [],
  payment_requests: ['next_action_at'],
  webhook_endpoints: [],
};

const DOWN = [
  ...Object.keys(AUDITED).map((table) => `DROP TRIGGER note_changed_fields ON ${table}`),
  'DROP FUNCTION audit_changes(regclass, text[])',
  'DROP FUNCTION note_changed_fields()',
  'DROP TABLE audit_log',
  'DROP FUNCTION refuse_deletion_from_audit_log()',
  'DROP FUNCTION refuse_change_of_audit_log()',
];

/** The log of who did what (docs/security.md#audit-log). */
export class AuditLog1764437000000 implements MigrationInterface {
  readonly name = 'AuditLog1764437000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...UP, NOTE, AUDIT]) await runner.query(statement);
    for (const [table, hidden] of Object.entries(AUDITED)) {
      await runner.query('SELECT audit_changes($1::regclass, VARIADIC $2::text[])', [table, hidden]);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
