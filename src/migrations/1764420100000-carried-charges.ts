import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The charges that the bill of a plan change leaves out, because the next plan bills their level. */
export class CarriedCharges1764420100000 implements MigrationInterface {
  readonly name = 'CarriedCharges1764420100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE usage_periods ADD COLUMN carried_charges uuid[] NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE usage_periods DROP COLUMN carried_charges');
  }
}
