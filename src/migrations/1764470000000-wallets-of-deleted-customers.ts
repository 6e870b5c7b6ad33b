import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets the empty wallets of deleted customers expire, so that the job terminates them with their events. A wallet with
 * a balance stays, because its credits must not be voided unasked; a call can terminate it.
 */
export class WalletsOfDeletedCustomers1764470000000 implements MigrationInterface {
  readonly name = 'WalletsOfDeletedCustomers1764470000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `UPDATE wallets SET expiration_at = least(wallets.expiration_at, customers.deleted_at)
         FROM customers
        WHERE customers.organization_id = wallets.organization_id AND customers.id = wallets.customer_id
          AND customers.deleted_at IS NOT NULL AND wallets.status = 'active' AND wallets.balance_cents = 0`,
    );
  }

  /** Does not restore the former expirations: wallets of deleted customers cannot be used. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
