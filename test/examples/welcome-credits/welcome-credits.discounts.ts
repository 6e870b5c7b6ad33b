import { Injectable } from '@nestjs/common';
import type { DiscountableBill, DiscountedInvoice, InvoiceDiscounts } from '../../../src/modules/invoices';
import type { Transaction } from '../../../src/platform/database/transactions';
import type { DomainEvent } from '../../../src/platform/outbox/event-catalogue';

const CURRENCY = 'EUR';

/** Discounts bills by what is left of a customer's welcome credit, bill after bill until it is used up. */
@Injectable()
export class WelcomeCreditDiscounts implements InvoiceDiscounts {
  readonly source = 'welcome_credit';

  async customersConcerned(tx: Transaction, organizationId: string, customerIds: readonly string[]) {
    const rows = await tx.query<{ customer_id: string }[]>(
      'SELECT customer_id FROM welcome_credits WHERE organization_id = $1 AND customer_id = ANY ($2) AND left_cents > 0',
      [organizationId, customerIds],
    );
    return rows.map((it) => it.customer_id);
  }

  async discountsFor(tx: Transaction, bill: DiscountableBill) {
    if (bill.currency !== CURRENCY) return [];
    const rows = await tx.query<{ id: string; left_cents: string }[]>(
      'SELECT id, left_cents FROM welcome_credits WHERE organization_id = $1 AND customer_id = $2 AND left_cents > 0',
      [bill.organizationId, bill.customerId],
    );
    return rows.map(({ id, left_cents }) => {
      const before = bill.spentBefore.filter((it) => it.sourceId === id);
      const left = before.reduce((sum, it) => sum - it.amountCents, BigInt(left_cents));
      const named = { code: 'welcome', name: 'Welcome credit', currency: CURRENCY };
      return { sourceId: id, ...named, lines: bill.lines, amountCents: () => left };
    });
  }

  async spend(tx: Transaction, invoice: DiscountedInvoice): Promise<DomainEvent[]> {
    await this.add(tx, invoice, -1n);
    return [];
  }

  async giveBack(tx: Transaction, invoice: DiscountedInvoice): Promise<DomainEvent[]> {
    await this.add(tx, invoice, 1n);
    return [];
  }

  private async add(tx: Transaction, invoice: DiscountedInvoice, sign: bigint): Promise<void> {
    for (const { sourceId, amountCents } of invoice.discounts) {
      await tx.query(
        'UPDATE welcome_credits SET left_cents = left_cents + $3 WHERE organization_id = $1 AND id = $2',
        [invoice.organizationId, sourceId, (sign * amountCents).toString()],
      );
    }
  }
}
