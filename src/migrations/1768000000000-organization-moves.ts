import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * As in 1765000000000-cell-states, behind the lock by which a move pauses the writes of an organization
 * (docs/decisions.md#moves-between-cells). Transactions that only read do not wait. VOLATILE, so that the state is read
 * after the wait: with the snapshot of the caller it would be the one from before.
 */
const ASSERT = `
  CREATE OR REPLACE FUNCTION assert_organization_here(organization uuid) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
  DECLARE
    place record;
  BEGIN
    IF current_setting('transaction_read_only') = 'off' THEN
      PERFORM pg_advisory_xact_lock_shared(hashtextextended('move:' || organization, 0));
    END IF;
    SELECT cell_state, moved_to INTO place FROM organizations
     WHERE id = organization AND cell_state <> 'active' AND cell_state <> 'leaving';
    IF FOUND THEN
      RAISE EXCEPTION 'organization % is % in this cell', organization, place.cell_state
        USING ERRCODE = CASE place.cell_state WHEN 'moved' THEN 'OM002' ELSE 'OM001' END,
              DETAIL = coalesce(place.moved_to, '');
    END IF;
  END $$`;

const ASSERT_BEFORE = `
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

/** What a cell says about itself, and the moves of organizations out of it: docs/scaling.md#moving-an-organization. */
export class OrganizationMoves1768000000000 implements MigrationInterface {
  readonly name = 'OrganizationMoves1768000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE cell (
         singleton boolean NOT NULL DEFAULT true,
         name text,
         url text,
         encryption_key_ids text[] NOT NULL,
         started_at timestamptz(3) NOT NULL,
         CONSTRAINT cell_pkey PRIMARY KEY (singleton),
         CONSTRAINT cell_singleton CHECK (singleton))`,
    );
    await runner.query(
      `CREATE TABLE organization_moves (
         organization_id uuid NOT NULL,
         id uuid NOT NULL,
         moved_to text,
         target text NOT NULL,
         step text NOT NULL,
         detail text,
         rows bigint NOT NULL DEFAULT 0,
         pause_ms integer,
         started_at timestamptz(3) NOT NULL,
         step_at timestamptz(3) NOT NULL,
         finished_at timestamptz(3),
         CONSTRAINT organization_moves_pkey PRIMARY KEY (organization_id, id),
         CONSTRAINT organization_moves_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id))`,
    );
    await runner.query(
      'CREATE UNIQUE INDEX organization_moves_running ON organization_moves (organization_id) WHERE finished_at IS NULL',
    );
    await runner.query(`SELECT confine_to_organization('organization_moves')`);
    await runner.query(ASSERT);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(ASSERT_BEFORE);
    await runner.query('DROP TABLE organization_moves');
    await runner.query('DROP TABLE cell');
  }
}
