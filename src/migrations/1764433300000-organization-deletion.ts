import type { MigrationInterface, QueryRunner } from 'typeorm';

const REFUSE_LEDGER = `RAISE EXCEPTION 'The ledger of a wallet is only ever added to' USING ERRCODE = 'restrict_violation'`;

const UP = [
  // For triggers that otherwise refuse deletions.
  `CREATE FUNCTION is_organization_deleting(organization uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
     SELECT EXISTS (SELECT 1 FROM organizations WHERE id = organization AND status = 'deleting') $$`,
  `CREATE OR REPLACE FUNCTION wallet_transactions_stay() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF TG_OP = 'DELETE' AND is_organization_deleting(OLD.organization_id) THEN RETURN OLD; END IF;
     ${REFUSE_LEDGER};
   END $$`,
  `CREATE FUNCTION refuse_change_of_installation_log() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     RAISE EXCEPTION 'installation_log is append-only: % is refused', TG_OP USING ERRCODE = 'insufficient_privilege';
   END $$`,
  `CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON installation_log
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_installation_log()`,
];

const DOWN = [
  'DROP TRIGGER append_only ON installation_log',
  'DROP FUNCTION refuse_change_of_installation_log()',
  `CREATE OR REPLACE FUNCTION wallet_transactions_stay() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN ${REFUSE_LEDGER}; END $$`,
  'DROP FUNCTION is_organization_deleting(uuid)',
];

/** What is only ever added to ends with its organization; the log of the installation stays. */
export class OrganizationDeletion1764433300000 implements MigrationInterface {
  readonly name = 'OrganizationDeletion1764433300000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
