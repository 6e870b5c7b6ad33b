import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Refuses the transaction of an organization that this cell does not serve. The codes are those of
 * src/platform/database/pg-errors.ts. No row: the organization is just being created, or the caller is told 404.
 */
const ASSERT = `
  CREATE OR REPLACE FUNCTION assert_organization_here(organization uuid) RETURNS void LANGUAGE plpgsql STABLE AS $$
  DECLARE
    place record;
  BEGIN
    SELECT cell_state, moved_to INTO place FROM organizations
     WHERE id = organization AND cell_state <> 'active' AND cell_state <> 'leaving';
    IF FOUND THEN
      RAISE EXCEPTION 'organization % is % in this cell', organization, place.cell_state
        USING ERRCODE = CASE place.cell_state WHEN 'moved' THEN 'OM002' ELSE 'OM001' END,
              DETAIL = coalesce(place.moved_to, '');
    END IF;
  END $$`;

/** Where an organization is at work: docs/scaling.md#cells. */
export class CellStates1765000000000 implements MigrationInterface {
  readonly name = 'CellStates1765000000000';
  /** An index cannot be built concurrently in a transaction. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE organizations ADD COLUMN IF NOT EXISTS cell_state text NOT NULL DEFAULT 'active',
                                 ADD COLUMN IF NOT EXISTS moved_to text`,
    );
    await runner.query('DROP INDEX IF EXISTS organizations_moving'); // what an interrupted run left is invalid
    await runner.query(
      `CREATE INDEX CONCURRENTLY organizations_moving ON organizations (id) WHERE cell_state <> 'active'`,
    );
    await runner.query(ASSERT);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION assert_organization_here(uuid)');
    await runner.query('DROP INDEX organizations_moving');
    await runner.query('ALTER TABLE organizations DROP COLUMN moved_to, DROP COLUMN cell_state');
  }
}
