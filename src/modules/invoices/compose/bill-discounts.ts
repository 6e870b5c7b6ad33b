import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import type { DomainEvent } from '../../../platform/outbox/event-catalogue';
import { returnedEvents } from '../../../platform/outbox/returned-events';
import {
  INVOICE_DISCOUNTS,
  type AppliedDiscount,
  type DiscountableBill,
  type DiscountableLine,
  type DiscountedInvoice,
  type InvoiceDiscounts,
  type ProposedDiscount,
} from '../extensions/invoice-discounts';
import type { Bill } from './bill';
import { BillExtensions } from './bill-extensions';
import { spread } from './discount.rules';

/** A bill after its discounts. */
export interface DiscountedBill {
  bill: Bill;
  /** The total of all discounts on each line, in cents. */
  discountCents: bigint[];
  discounts: AppliedDiscount[];
  /** Events of the extensions whose discounts were spent. */
  events: DomainEvent[];
}

/** A discount with its share of each line. */
interface TakenDiscount {
  discount: AppliedDiscount;
  shares: bigint[];
}

/** The second step of every bill: extensions lower its lines (docs/billing-rules.md#discounts). */
@Injectable()
export class BillDiscounts {
  constructor(private readonly extensions: BillExtensions) {}

  /**
   * Discounts the bills of an organization in the given order, and spends the discounts of final ones: of two final bills of
   * a customer, the second gets what the first has left. The caller has locked the customers of final bills.
   */
  async apply(tx: Transaction, bills: readonly Bill[]): Promise<DiscountedBill[]> {
    const concerned = await this.concernedBy(tx, bills);
    const discounted: DiscountedBill[] = [];
    const previewed: AppliedDiscount[] = [];
    for (const bill of bills) {
      const extensions = [...concerned].filter(([, customers]) => customers.has(bill.customerId));
      const result = await this.applyTo(
        tx,
        bill,
        extensions.map(([extension]) => extension),
        [...previewed],
      );
      if (bill.invoiceId === null) previewed.push(...result.discounts);
      discounted.push(result);
    }
    return discounted;
  }

  /**
   * Restores the discounts that a voided invoice has spent. The caller has locked the customer.
   *
   * @returns the events, to append after those of the invoice.
   */
  async restore(
    tx: Transaction,
    invoice: Omit<DiscountedInvoice, 'subscriptionId'> & { subscriptionId: string | null },
  ): Promise<DomainEvent[]> {
    const events: DomainEvent[] = [];
    const { subscriptionId } = invoice;
    for (const extension of this.extensions.of(INVOICE_DISCOUNTS)) {
      const discounts = invoice.discounts.filter((it) => it.source === extension.source);
      if (discounts.length === 0 || subscriptionId === null) continue;
      const discounted = { ...invoice, subscriptionId, discounts };
      const restored = await this.extensions.call(tx, INVOICE_DISCOUNTS, extension, async (it) =>
        returnedEvents(await it.restore(tx, discounted), invoice.organizationId),
      );
      events.push(...restored);
    }
    return events;
  }

  /** Returns the customers that may have a discount, by extension. Calls each extension once. */
  private async concernedBy(
    tx: Transaction,
    bills: readonly Bill[],
  ): Promise<Map<InvoiceDiscounts, Set<string>>> {
    const concerned = new Map<InvoiceDiscounts, Set<string>>();
    const discountable = bills.filter((it) => it.subscriptionId !== null);
    const [first] = discountable;
    if (first === undefined) return concerned;
    const customerIds = [...new Set(discountable.map((it) => it.customerId))];
    for (const extension of this.extensions.of(INVOICE_DISCOUNTS)) {
      const ids = await this.extensions.call(tx, INVOICE_DISCOUNTS, extension, async (it) =>
        it.customersConcerned === undefined
          ? customerIds
          : it.customersConcerned(tx, first.organizationId, customerIds),
      );
      if (ids.length > 0) concerned.set(extension, new Set(ids));
    }
    return concerned;
  }

  private async applyTo(
    tx: Transaction,
    bill: Bill,
    extensions: readonly InvoiceDiscounts[],
    spentBefore: readonly AppliedDiscount[],
  ): Promise<DiscountedBill> {
    const discountCents = bill.lines.map(() => 0n);
    const total: DiscountedBill = { bill, discountCents, discounts: [], events: [] };
    const { subscriptionId } = bill;
    if (subscriptionId === null) return total;
    for (const extension of extensions) {
      const open = discountableBill({ ...bill, subscriptionId }, total.discountCents, spentBefore);
      const taken = await this.extensions.call(tx, INVOICE_DISCOUNTS, extension, async (it) =>
        takenDiscounts(it.source, open, await it.discountsFor(tx, open)),
      );
      for (const { shares } of taken) {
        total.discountCents = total.discountCents.map((cents, index) => cents + (shares[index] ?? 0n));
      }
      const discounts = taken.map((it) => it.discount);
      total.discounts.push(...discounts);
      total.events.push(...(await this.spend(tx, extension, { ...bill, subscriptionId, discounts })));
    }
    return total;
  }

  private async spend(
    tx: Transaction,
    extension: InvoiceDiscounts,
    bill: Bill & { subscriptionId: string; discounts: readonly AppliedDiscount[] },
  ): Promise<readonly DomainEvent[]> {
    const { organizationId, customerId, subscriptionId, invoiceId, currency, isFinal, discounts } = bill;
    if (!isFinal || invoiceId === null || discounts.length === 0) return [];
    const invoice = { organizationId, customerId, subscriptionId, invoiceId, currency, discounts };
    return this.extensions.call(tx, INVOICE_DISCOUNTS, extension, async (it) =>
      returnedEvents(await it.spend(tx, invoice), organizationId),
    );
  }
}

function discountableBill(
  bill: Bill & { subscriptionId: string },
  discountCents: readonly bigint[],
  spentBefore: readonly AppliedDiscount[],
): DiscountableBill {
  const { organizationId, customerId, subscriptionId, invoiceId, currency, billedAt } = bill;
  const lines = bill.lines.map((line, index): DiscountableLine => {
    const { type, description, amountCents, billableMetricCode, chargeId, planId } = line;
    const leftCents = amountCents - (discountCents[index] ?? 0n);
    return { type, description, amountCents, billableMetricCode, chargeId, planId, leftCents };
  });
  return { organizationId, customerId, subscriptionId, invoiceId, currency, billedAt, lines, spentBefore };
}

/**
 * Applies the proposed discounts one after the other, each to what the previous ones have left of its lines. Leaves out those
 * that lower nothing.
 *
 * @throws RangeError for a discount that breaks the contract.
 */
function takenDiscounts(
  source: string,
  bill: DiscountableBill,
  proposed: readonly ProposedDiscount[],
): TakenDiscount[] {
  const left = bill.lines.map((it) => it.leftCents);
  const seen = new Set<string>();
  return proposed.flatMap((discount) => {
    assertValid(discount, bill, seen);
    const { sourceId, code, name } = discount;
    const open = bill.lines.map((line, index) => (discount.lines.includes(line) ? (left[index] ?? 0n) : 0n));
    const wanted = discount.amountCents(open.reduce((sum, it) => sum + it, 0n));
    if (wanted < 0n) throw new RangeError(`the discount ${JSON.stringify(code)} has a negative amount`);
    const { amountCents, shares } = spread(wanted, open);
    shares.forEach((share, index) => (left[index] = (left[index] ?? 0n) - share));
    return amountCents === 0n ? [] : [{ discount: { source, sourceId, code, name, amountCents }, shares }];
  });
}

function assertValid(
  { sourceId, code, currency, lines }: ProposedDiscount,
  bill: DiscountableBill,
  seen: Set<string>,
): void {
  const about = `the discount ${JSON.stringify(code)}`;
  if (currency !== bill.currency) {
    throw new RangeError(`${about} is in ${currency}, but the bill is in ${bill.currency}`);
  }
  if (lines.some((it) => !bill.lines.includes(it))) {
    throw new RangeError(`${about} applies to a line of another bill`);
  }
  if (seen.has(sourceId)) throw new RangeError(`${about} repeats the source ID ${sourceId}`);
  seen.add(sourceId);
}
