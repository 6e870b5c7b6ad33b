import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  'ALTER TABLE invoice_fees ADD COLUMN counted_events bigint',
  // The previous release writes and reads events_count, which holds no more than an integer.
  `CREATE FUNCTION count_fee_events() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     NEW.counted_events := coalesce(NEW.counted_events, NEW.events_count);
     IF NEW.counted_events IS NOT NULL THEN
       NEW.events_count := least(NEW.counted_events, 2147483647);
     END IF;
     RETURN NEW;
   END $$`,
  `CREATE TRIGGER count_events BEFORE INSERT ON invoice_fees FOR EACH ROW EXECUTE FUNCTION count_fee_events()`,
];

const DOWN = [
  'DROP TRIGGER count_events ON invoice_fees',
  'DROP FUNCTION count_fee_events()',
  'ALTER TABLE invoice_fees DROP COLUMN counted_events',
];

/**
 * A count of events that fits more than 2,147,483,647 in one charge and period. A column beside the old one, because
 * changing the type of the old one would rewrite the table under a lock that nothing passes.
 */
export class CountedEvents1764460030000 implements MigrationInterface {
  readonly name = 'CountedEvents1764460030000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
