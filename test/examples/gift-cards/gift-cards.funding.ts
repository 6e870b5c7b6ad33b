import { Injectable } from '@nestjs/common';
import type { FundableInvoice, Funding, InvoiceFunder } from '../../../src/modules/invoices';
import type { Transaction } from '../../../src/platform/database/transactions';

type Fundable = Omit<FundableInvoice, 'amountDueCents'>;

const CARD = 'organization_id = $1 AND customer_id = $2 AND currency = $3';

/** Pays invoices from the gift card of a customer. `gift_card_uses` records the amount that each invoice used. */
@Injectable()
export class GiftCardFunding implements InvoiceFunder {
  readonly source = 'gift_cards';

  async fund(tx: Transaction, invoice: FundableInvoice): Promise<Funding> {
    const { organizationId, customerId, invoiceId, currency, amountDueCents } = invoice;
    const [card] = await tx.query<{ left_cents: string }[]>(
      `SELECT left_cents FROM gift_cards WHERE ${CARD}`,
      [organizationId, customerId, currency],
    );
    const left = BigInt(card?.left_cents ?? 0);
    const amountCents = left < amountDueCents ? left : amountDueCents;
    if (amountCents > 0n) {
      await this.add(tx, invoice, -amountCents);
      await tx.query(
        'INSERT INTO gift_card_uses (organization_id, invoice_id, amount_cents) VALUES ($1, $2, $3)',
        [organizationId, invoiceId, amountCents.toString()],
      );
    }
    return { amountCents, currency, events: [] };
  }

  async release(tx: Transaction, invoice: Fundable): Promise<[]> {
    const [used] = await tx.query<[{ amount_cents: string }[], number]>(
      'DELETE FROM gift_card_uses WHERE organization_id = $1 AND invoice_id = $2 RETURNING amount_cents',
      [invoice.organizationId, invoice.invoiceId],
    );
    for (const use of used) await this.add(tx, invoice, BigInt(use.amount_cents));
    return [];
  }

  private async add(tx: Transaction, { organizationId, customerId, currency }: Fundable, cents: bigint) {
    await tx.query(`UPDATE gift_cards SET left_cents = left_cents + $4 WHERE ${CARD}`, [
      organizationId,
      customerId,
      currency,
      cents.toString(),
    ]);
  }
}
