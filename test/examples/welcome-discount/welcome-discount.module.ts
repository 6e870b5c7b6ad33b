import { Injectable, Module } from '@nestjs/common';
import {
  INVOICE_DISCOUNTS,
  type DiscountableBill,
  type DiscountedInvoice,
  type InvoiceDiscounts,
  type ProposedDiscount,
} from '../../../src/modules/invoices';
import type { Transaction } from '../../../src/platform/database/transactions';
import { extend } from '../../../src/platform/extensions';
import type { DomainEvent } from '../../../src/platform/outbox/event-catalogue';

/** Lowers the plan's fee on the first bill of a customer by half. `invoice_id` records the invoice that it lowered. */
@Injectable()
export class WelcomeDiscount implements InvoiceDiscounts {
  readonly source = 'welcome_discount';

  async discountsFor(tx: Transaction, bill: DiscountableBill): Promise<ProposedDiscount[]> {
    if (bill.spentBefore.some((it) => it.source === this.source)) return [];
    const rows = await tx.query<{ id: string }[]>(
      `SELECT id FROM welcome_discounts
        WHERE organization_id = $1 AND customer_id = $2 AND invoice_id IS NULL LIMIT 1`,
      [bill.organizationId, bill.customerId],
    );
    return rows.map(({ id }) => ({
      sourceId: id,
      code: 'welcome',
      name: 'Welcome',
      currency: bill.currency,
      lines: bill.lines.filter((it) => it.type === 'subscription'),
      amountCents: (leftCents) => leftCents / 2n,
    }));
  }

  spend(tx: Transaction, invoice: DiscountedInvoice): Promise<DomainEvent[]> {
    return this.setInvoice(tx, invoice, invoice.invoiceId);
  }

  restore(tx: Transaction, invoice: DiscountedInvoice): Promise<DomainEvent[]> {
    return this.setInvoice(tx, invoice, null);
  }

  private async setInvoice(
    tx: Transaction,
    { organizationId, discounts }: DiscountedInvoice,
    invoiceId: string | null,
  ): Promise<DomainEvent[]> {
    await tx.query(
      'UPDATE welcome_discounts SET invoice_id = $3 WHERE organization_id = $1 AND id = ANY ($2)',
      [organizationId, discounts.map((it) => it.sourceId), invoiceId],
    );
    return [];
  }
}

@Module({ providers: [WelcomeDiscount, extend(INVOICE_DISCOUNTS, WelcomeDiscount)] })
export class WelcomeDiscountModule {}
