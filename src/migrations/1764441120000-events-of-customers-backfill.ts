import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `UPDATE outbox_events SET customer_id = object_id WHERE object_type = 'customer'`,
  `UPDATE outbox_events AS event SET customer_id = wallet.customer_id
     FROM wallet_transactions AS transaction
     JOIN wallets AS wallet
       ON wallet.organization_id = transaction.organization_id AND wallet.id = transaction.wallet_id
    WHERE event.object_type = 'wallet_transaction' AND transaction.organization_id = event.organization_id
      AND transaction.id = event.object_id`,
  `UPDATE outbox_events SET customer_id = (payload::jsonb -> object_type ->> 'customer_id')::uuid
    WHERE object_type NOT IN ('customer', 'wallet_transaction', 'webhook_endpoint')
      AND payload::jsonb -> object_type ->> 'customer_id' IS NOT NULL`,
  `UPDATE webhook_deliveries AS delivery SET customer_id = event.customer_id
     FROM outbox_events AS event
    WHERE event.organization_id = delivery.organization_id AND event.id = delivery.event_id
      AND event.customer_id IS NOT NULL`,
];

/** Names the customers of events from before the columns, in a transaction of its own. */
export class EventsOfCustomersBackfill1764441120000 implements MigrationInterface {
  readonly name = 'EventsOfCustomersBackfill1764441120000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(): Promise<void> {
    // The columns are dropped by the migration that added them.
  }
}
