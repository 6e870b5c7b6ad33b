import type { MigrationInterface, QueryRunner } from 'typeorm';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const BATCH = 1000;

interface Key {
  organization_id: string;
  id: string;
}

const ADD = [
  'ALTER TABLE webhook_deliveries ADD COLUMN IF NOT EXISTS customer_id uuid',
  // An event whose text PostgreSQL cannot read as JSON has no customer; it must not fail its transaction.
  `CREATE OR REPLACE FUNCTION customer_of_event(event outbox_events) RETURNS uuid LANGUAGE plpgsql STABLE AS $$
   DECLARE
     object json;
   BEGIN
     IF event.sample THEN RETURN NULL; END IF;
     IF event.object_type = 'customer' THEN RETURN event.object_id; END IF;
     object := event.payload::json -> event.object_type;
     IF event.object_type = 'wallet_transaction' THEN
       RETURN (SELECT customer_id FROM wallets
                WHERE organization_id = event.organization_id AND id = (object ->> 'wallet_id')::uuid);
     END IF;
     RETURN coalesce(object ->> 'customer_id', object -> 'crossing' ->> 'customer_id')::uuid;
   EXCEPTION WHEN data_exception THEN
     RETURN NULL;
   END $$`,
  // For processes of the previous release that still run: they do not write the customer.
  `CREATE OR REPLACE FUNCTION set_customer_of_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     SELECT customer_of_event(event) INTO NEW.customer_id FROM outbox_events AS event
      WHERE event.organization_id = NEW.organization_id AND event.id = NEW.event_id;
     RETURN NEW;
   END $$`,
  `CREATE OR REPLACE TRIGGER webhook_deliveries_customer BEFORE INSERT ON webhook_deliveries FOR EACH ROW
     WHEN (NEW.customer_id IS NULL AND NEW.object_type <> 'webhook_endpoint')
     EXECUTE FUNCTION set_customer_of_delivery()`,
];

/**
 * Fills the next deliveries after `$1` and `$2`, and returns the key of the last one; no row if it was the last batch.
 * Skips deliveries that retention is deleting.
 */
const FILL = `
  WITH batch AS (
    SELECT organization_id, id, event_id FROM webhook_deliveries WHERE (organization_id, id) > ($1, $2)
     ORDER BY organization_id, id LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED),
  filled AS (
    UPDATE webhook_deliveries AS delivery SET customer_id = found.customer_id
      FROM (SELECT batch.organization_id, batch.id, customer_of_event(event) AS customer_id
              FROM batch JOIN outbox_events AS event
                ON event.organization_id = batch.organization_id AND event.id = batch.event_id) AS found
     WHERE delivery.organization_id = found.organization_id AND delivery.id = found.id
       AND delivery.customer_id IS NULL AND found.customer_id IS NOT NULL)
  SELECT organization_id, id FROM batch ORDER BY organization_id, id OFFSET ${BATCH - 1}`;

const INDEX = 'webhook_deliveries_of_customer';

const DOWN = [
  `DROP INDEX ${INDEX}`,
  'DROP TRIGGER webhook_deliveries_customer ON webhook_deliveries',
  'DROP FUNCTION set_customer_of_delivery()',
  'DROP FUNCTION customer_of_event(outbox_events)',
  'ALTER TABLE webhook_deliveries DROP COLUMN customer_id',
];

/** Adds the customer of each delivery, from the stored event, with an index. Can be repeated. */
export class CustomersOfDeliveries1764780100000 implements MigrationInterface {
  readonly name = 'CustomersOfDeliveries1764780100000';

  /** The column must not lock the table until all deliveries are filled, and the index is built concurrently. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ADD.join(';'));
    let after: Key | undefined = { organization_id: FIRST_ID, id: FIRST_ID };
    while (after !== undefined) {
      [after] = (await runner.query(FILL, [after.organization_id, after.id])) as Key[];
    }
    // Building an index concurrently waits for open transactions, but blocks none.
    await runner.query('SET lock_timeout = 0');
    // An interrupted run leaves an invalid index.
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${INDEX}`);
    await runner.query(
      `CREATE INDEX CONCURRENTLY ${INDEX} ON webhook_deliveries (organization_id, customer_id, id)
        WHERE customer_id IS NOT NULL`,
    );
    await runner.query('RESET lock_timeout');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
