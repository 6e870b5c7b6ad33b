import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import type { DomainEvent } from '../../../platform/outbox/event-catalogue';
import { BillExtensions } from './bill-extensions';
import {
  INVOICE_DISCOUNTS,
  type AppliedDiscount,
  type DiscountableBill,
  type DiscountableLine,
  type InvoiceDiscounts,
  type ProposedDiscount,
} from '../extensions/invoice-discounts';
import type { Bill } from './bill';
import { capped, spread } from './discount.rules';
import type { Spending } from './spending';

/** What discounts do to one bill. */
export interface DiscountedBill {
  bill: Bill;
  /** What they take of each line, in all. */
  discountCents: bigint[];
  discounts: AppliedDiscount[];
  /** Of the extensions, from spending. */
  events: DomainEvent[];
}

/** The second step of every bill: what extensions take off its lines. */
@Injectable()
export class BillDiscounts {
  constructor(private readonly extensions: BillExtensions) {}

  /**
   * Discounts the bills of an organization in the order given, and spends the discounts of final ones: of two final
   * bills of a customer, the second gets what the first left.
   */
  async apply(tx: Transaction, bills: readonly Bill[], spending: Spending): Promise<DiscountedBill[]> {
    const discounted: DiscountedBill[] = [];
    const previewed: AppliedDiscount[] = [];
    for (const bill of bills) {
      const result = await this.applyTo(tx, bill, spending, [...previewed]);
      if (bill.invoiceId === null) previewed.push(...result.discounts);
      discounted.push(result);
    }
    return discounted;
  }

  private async applyTo(
    tx: Transaction,
    bill: Bill,
    spending: Spending,
    spentBefore: readonly AppliedDiscount[],
  ): Promise<DiscountedBill> {
    const total: DiscountedBill = {
      bill,
      discountCents: bill.lines.map(() => 0n),
      discounts: [],
      events: [],
    };
    const { subscriptionId } = bill;
    if (subscriptionId === null) return total;
    for (const [extension, customerIds] of spending.discounts) {
      if (!customerIds.has(bill.customerId)) continue;
      const credited = bill.lines.map((it) => it.creditedCents ?? 0n);
      const open = discountableBill(bill, subscriptionId, total.discountCents, spentBefore);
      const discounts = await this.extensions.call(tx, INVOICE_DISCOUNTS, extension, async (it) =>
        taken(it.source, open, await it.discountsFor(tx, open), credited),
      );
      for (const { shares } of discounts) {
        total.discountCents = total.discountCents.map((cents, index) => cents + (shares[index] ?? 0n));
      }
      const applied = discounts.map((it) => it.discount);
      total.discounts.push(...applied);
      total.events.push(...(await this.spend(tx, extension, { ...bill, subscriptionId }, applied)));
    }
    return total;
  }

  private async spend(
    tx: Transaction,
    extension: InvoiceDiscounts,
    bill: Bill & { subscriptionId: string },
    discounts: readonly AppliedDiscount[],
  ): Promise<readonly DomainEvent[]> {
    const { organizationId, customerId, subscriptionId, invoiceId, currency, isFinal } = bill;
    if (!isFinal || invoiceId === null || discounts.length === 0) return [];
    const invoice = { organizationId, customerId, subscriptionId, invoiceId, currency, discounts };
    return this.extensions.call(tx, INVOICE_DISCOUNTS, extension, (it) => it.spend(tx, invoice));
  }
}

function discountableBill(
  bill: Bill,
  subscriptionId: string,
  discountCents: readonly bigint[],
  spentBefore: readonly AppliedDiscount[],
): DiscountableBill {
  const { organizationId, customerId, invoiceId, currency } = bill;
  const lines = bill.lines.map((line, index): DiscountableLine => {
    const { type, description, amountCents, billableMetricCode, chargeId, planId } = line;
    const leftCents = amountCents - (discountCents[index] ?? 0n);
    return { type, description, amountCents, leftCents, billableMetricCode, chargeId, planId };
  });
  return { organizationId, customerId, subscriptionId, invoiceId, currency, lines, spentBefore };
}

interface TakenDiscount {
  discount: AppliedDiscount;
  /** Of each line of the bill. */
  shares: bigint[];
}

/** Spreads an extension's discounts over the lines, each over what the ones before left. @throws RangeError */
function taken(
  source: string,
  bill: DiscountableBill,
  proposed: readonly ProposedDiscount[],
  credited: readonly bigint[],
): TakenDiscount[] {
  const left = bill.lines.map((it) => it.leftCents);
  const seen = new Set<string>();
  return proposed.flatMap((discount) => {
    assertProposable(discount, bill, seen);
    const { sourceId, code, name } = discount;
    const open = bill.lines.map((line, index) => (discount.lines.includes(line) ? (left[index] ?? 0n) : 0n));
    const wanted = discount.amountCents(open.reduce((sum, it) => sum + it, 0n));
    if (wanted < 0n) throw new RangeError(`The discount ${JSON.stringify(code)} is below zero`);
    const { amountCents, shares } = capped(
      spread(wanted, open),
      left.map((it, index) => it - (credited[index] ?? 0n)),
    );
    shares.forEach((share, index) => (left[index] = (left[index] ?? 0n) - share));
    return amountCents === 0n ? [] : [{ discount: { source, sourceId, code, name, amountCents }, shares }];
  });
}

function assertProposable(
  { sourceId, code, currency, lines }: ProposedDiscount,
  bill: DiscountableBill,
  seen: Set<string>,
): void {
  const about = `The discount ${JSON.stringify(code)}`;
  if (currency !== bill.currency) {
    throw new RangeError(`${about} is in ${currency}, the bill in ${bill.currency}`);
  }
  if (lines.some((it) => !bill.lines.includes(it)))
    throw new RangeError(`${about} is for a line of another bill`);
  if (seen.has(sourceId)) throw new RangeError(`${about} has the source_id ${sourceId} of another one`);
  seen.add(sourceId);
}
