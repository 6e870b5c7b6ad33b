import { Injectable } from '@nestjs/common';
import type { FundableInvoice, Funding, InvoiceFunder } from '../../../src/modules/invoices';
import type { Transaction } from '../../../src/platform/database/transactions';
import type { DomainEvent } from '../../../src/platform/outbox/event-catalogue';

/** Pays invoices from a customer's gift card. Each use is a row, so that it can be given back. */
@Injectable()
export class GiftCardFunding implements InvoiceFunder {
  readonly source = 'gift_cards';

  async customersConcerned(tx: Transaction, organizationId: string, customerIds: readonly string[]) {
    const rows = await tx.query<{ customer_id: string }[]>(
      'SELECT customer_id FROM gift_cards WHERE organization_id = $1 AND customer_id = ANY ($2) AND left_cents > 0',
      [organizationId, customerIds],
    );
    return rows.map((it) => it.customer_id);
  }

  async fund(tx: Transaction, invoice: FundableInvoice): Promise<Funding> {
    const { organizationId, customerId, invoiceId, currency, amountDueCents } = invoice;
    const [card] = await tx.query<{ left_cents: string }[]>(
      'SELECT left_cents FROM gift_cards WHERE organization_id = $1 AND customer_id = $2 AND currency = $3',
      [organizationId, customerId, currency],
    );
    const left = BigInt(card?.left_cents ?? 0);
    const amountCents = left < amountDueCents ? left : amountDueCents;
    if (amountCents === 0n) return { amountCents, currency, events: [] };
    await tx.query('INSERT INTO gift_card_uses VALUES ($1, $2, $3)', [
      organizationId,
      invoiceId,
      amountCents.toString(),
    ]);
    await this.add(tx, invoice, -amountCents);
    return { amountCents, currency, events: [] };
  }

  async release(tx: Transaction, invoice: Omit<FundableInvoice, 'amountDueCents'>): Promise<DomainEvent[]> {
    const [uses] = await tx.query<[{ amount_cents: string }[], number]>(
      'DELETE FROM gift_card_uses WHERE organization_id = $1 AND invoice_id = $2 RETURNING amount_cents',
      [invoice.organizationId, invoice.invoiceId],
    );
    for (const use of uses) await this.add(tx, invoice, BigInt(use.amount_cents));
    return [];
  }

  private async add(
    tx: Transaction,
    { organizationId, customerId, currency }: Omit<FundableInvoice, 'amountDueCents'>,
    cents: bigint,
  ): Promise<void> {
    await tx.query(
      `UPDATE gift_cards SET left_cents = left_cents + $4
        WHERE organization_id = $1 AND customer_id = $2 AND currency = $3`,
      [organizationId, customerId, currency, cents.toString()],
    );
  }
}
