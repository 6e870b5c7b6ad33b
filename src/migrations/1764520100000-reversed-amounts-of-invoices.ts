import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores how much of each applied amount was reversed, so that returned money pays the same invoices. Of earlier reversals,
 * only the invoices and their order are known: the backfill assumes that the payment found these invoices unpaid.
 */
export class ReversedAmountsOfInvoices1764520100000 implements MigrationInterface {
  readonly name = 'ReversedAmountsOfInvoices1764520100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE invoice_settlements ADD COLUMN reversed_amount_cents bigint NOT NULL DEFAULT 0',
    );
    await runner.query(
      `UPDATE invoice_settlements AS settlement
          SET reversed_amount_cents = least(own.total, own.paid - own.earlier) - settlement.amount_cents
         FROM (SELECT part.organization_id, part.id, invoice.total_amount_cents AS total,
                      payment.amount_cents AS paid,
                      sum(invoice.total_amount_cents) OVER (PARTITION BY part.organization_id, part.source_id
                                                                ORDER BY part.invoice_id)
                        - invoice.total_amount_cents AS earlier
                 FROM payments AS payment
                 JOIN invoice_settlements AS part
                   ON part.organization_id = payment.organization_id AND part.source = 'payment'
                  AND part.source_id = payment.id
                 JOIN invoices AS invoice
                   ON invoice.organization_id = part.organization_id AND invoice.id = part.invoice_id
                WHERE payment.reversed_amount_cents > 0) AS own
        WHERE own.organization_id = settlement.organization_id AND own.id = settlement.id
          AND least(own.total, own.paid - own.earlier) > settlement.amount_cents`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE invoice_settlements DROP COLUMN reversed_amount_cents');
  }
}
