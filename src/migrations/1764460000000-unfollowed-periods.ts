import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE unfollowed_periods (
     organization_id uuid NOT NULL,
     period_id uuid NOT NULL,
     CONSTRAINT unfollowed_periods_pkey PRIMARY KEY (organization_id, period_id))
   WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0)`,
  `SELECT confine_to_organization('unfollowed_periods')`,
  // A trigger, so that the processes of the previous release keep the list too.
  `CREATE FUNCTION list_unfollowed_period() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF TG_OP <> 'DELETE' AND NOT NEW.followed THEN
       INSERT INTO unfollowed_periods VALUES (NEW.organization_id, NEW.id) ON CONFLICT DO NOTHING;
     ELSE
       DELETE FROM unfollowed_periods WHERE organization_id = OLD.organization_id AND period_id = OLD.id;
     END IF;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER unfollowed_new AFTER INSERT ON usage_periods FOR EACH ROW
     WHEN (NOT NEW.followed) EXECUTE FUNCTION list_unfollowed_period()`,
  `CREATE TRIGGER unfollowed_changed AFTER UPDATE OF followed ON usage_periods FOR EACH ROW
     WHEN (NEW.followed <> OLD.followed) EXECUTE FUNCTION list_unfollowed_period()`,
  `CREATE TRIGGER unfollowed_gone AFTER DELETE ON usage_periods FOR EACH ROW
     WHEN (NOT OLD.followed) EXECUTE FUNCTION list_unfollowed_period()`,
  // Few rows: those whose consumers have not run since the last second.
  `INSERT INTO unfollowed_periods SELECT organization_id, id FROM usage_periods WHERE NOT followed`,
];

const DOWN = [
  'DROP TRIGGER unfollowed_gone ON usage_periods',
  'DROP TRIGGER unfollowed_changed ON usage_periods',
  'DROP TRIGGER unfollowed_new ON usage_periods',
  'DROP FUNCTION list_unfollowed_period()',
  'DROP TABLE unfollowed_periods',
];

/**
 * The dirty periods in a table of their own. In a partial index of usage_periods, each change of the flag added an entry
 * to every index of that table.
 */
export class UnfollowedPeriods1764460000000 implements MigrationInterface {
  readonly name = 'UnfollowedPeriods1764460000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
