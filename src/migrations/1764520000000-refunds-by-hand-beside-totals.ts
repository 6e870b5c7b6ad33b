import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The amount refunded by hand of each payment. Such a refund has no ID at the provider and never fails. */
const BY_HAND = `
  SELECT organization_id, payment_id, sum(amount_cents) AS cents FROM payment_refunds
   WHERE provider_refund_id IS NULL GROUP BY organization_id, payment_id`;

/**
 * Refunds by hand count in addition to the running total of the provider. Until now the total counted as if it contained
 * them, so they are subtracted from the totals of the past: the refunded amounts stay, and the next total of the provider
 * counts in full.
 */
export class RefundsByHandBesideTotals1764520000000 implements MigrationInterface {
  readonly name = 'RefundsByHandBesideTotals1764520000000';

  async up(runner: QueryRunner): Promise<void> {
    await this.change(runner, 'greatest(payment.reported_refund_cents - by_hand.cents, 0)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.change(runner, 'payment.reported_refund_cents + by_hand.cents');
  }

  private async change(runner: QueryRunner, cents: string): Promise<void> {
    await runner.query(
      `UPDATE payments AS payment SET reported_refund_cents = ${cents}
         FROM (${BY_HAND}) AS by_hand
        WHERE by_hand.organization_id = payment.organization_id AND by_hand.payment_id = payment.id
          AND payment.reported_refund_cents > 0`,
    );
  }
}
