import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The customer that an event concerns, for its timeline and a filter of deliveries. */
export class EventsOfCustomers1764441100000 implements MigrationInterface {
  readonly name = 'EventsOfCustomers1764441100000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['outbox_events', 'webhook_deliveries'])
      await runner.query(`ALTER TABLE ${table} ADD COLUMN customer_id uuid`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['webhook_deliveries', 'outbox_events'])
      await runner.query(`ALTER TABLE ${table} DROP COLUMN customer_id`);
  }
}
