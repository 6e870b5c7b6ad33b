import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { newId } from '../../../platform/domain/id';
import type { DomainEvent } from '../../../platform/outbox/event-catalogue';
import { BillExtensions } from './bill-extensions';
import type { AppliedDiscount } from '../extensions/invoice-discounts';
import { TAX_CALCULATOR, type LineTaxes, type TaxableInvoice } from '../extensions/tax-calculator';
import type { Invoice } from '../invoice';
import type { InvoiceFeeEntity } from '../invoice-fee.entity';
import { sumCents, totalOf } from '../invoice.rules';
import type { Bill } from './bill';
import { BillDiscounts, type DiscountedBill } from './bill-discounts';
import type { BillLine } from './bill-line';
import { BillLines, type BillToCompose } from './bill-lines';
import { NO_SPENDING, type Spending } from './spending';

/** A bill with its fees, discounts, taxes and sums, before what it is funded from. */
export interface ComposedBill {
  fees: InvoiceFeeEntity[];
  discounts: AppliedDiscount[];
  feesAmountCents: bigint;
  couponsAmountCents: bigint;
  taxesAmountCents: bigint;
  totalAmountCents: bigint;
  /** Of extensions; they follow the invoice's own. */
  events: DomainEvent[];
}

/**
 * The one way in which bills are composed: lines, discounts, taxes, totals (docs/billing-rules.md#bill-pipeline). Every
 * invoice, draft, refresh and preview goes through here; `InvoiceFinalization` then funds the final ones.
 *
 * All bills of a call belong to one organization. The discounts of final ones are spent in the order given.
 *
 * @throws AmountOutOfRangeError when a sum exceeds 2^53-1.
 */
@Injectable()
export class BillPipeline {
  constructor(
    private readonly lines: BillLines,
    private readonly discounts: BillDiscounts,
    private readonly extensions: BillExtensions,
  ) {}

  /** Composes bills of subscriptions that have no invoice yet. */
  async composeBills(
    tx: Transaction,
    bills: readonly BillToCompose[],
    spending: Spending,
  ): Promise<ComposedBill[]> {
    const lines = await this.lines.ofBills(tx, bills);
    const withLines = bills.map(({ bill, invoiceId, isFinal }, index): Bill => {
      const { organizationId, customerId, currency, subscription } = bill;
      const about = { organizationId, customerId, currency, subscriptionId: subscription.id };
      return { ...about, invoiceId, isFinal, lines: lines[index] ?? [] };
    });
    return this.complete(tx, withLines, spending);
  }

  /** Composes drafts anew, with all usage so far. @param isFinal whether they become final by it. */
  async composeDrafts(
    tx: Transaction,
    drafts: readonly Invoice[],
    isFinal: boolean,
    spending: Spending,
  ): Promise<ComposedBill[]> {
    const lines = await this.lines.ofDrafts(tx, drafts, isFinal);
    return this.complete(
      tx,
      drafts.map((draft, index) => billOf(draft, isFinal, lines[index] ?? [])),
      spending,
    );
  }

  /** Composes a one-off invoice. Extensions add no lines and no discounts to it. */
  async composeOneOff(tx: Transaction, invoice: Invoice, lines: readonly BillLine[]): Promise<ComposedBill> {
    const [composed] = await this.complete(tx, [billOf(invoice, true, lines)], NO_SPENDING);
    if (composed === undefined) throw new Error('A bill was composed to nothing');
    return composed;
  }

  /** Composes an invoice without discounts and taxes. */
  composeUntaxed(invoice: Invoice, lines: readonly BillLine[]): ComposedBill {
    const bill = billOf(invoice, true, lines);
    return composed({ bill, discountCents: [], discounts: [], events: [] }, []);
  }

  private async complete(
    tx: Transaction,
    bills: readonly Bill[],
    spending: Spending,
  ): Promise<ComposedBill[]> {
    const [first] = bills;
    if (first === undefined) return [];
    const discounted = await this.discounts.apply(tx, bills, spending);
    const taxes = await this.taxesOn(tx, first.organizationId, discounted.map(taxableInvoice));
    return discounted.map((it, index) => composed(it, taxes[index] ?? []));
  }

  private taxesOn(
    tx: Transaction,
    organizationId: string,
    invoices: readonly TaxableInvoice[],
  ): Promise<readonly (readonly LineTaxes[])[]> {
    return this.extensions.call(tx, TAX_CALCULATOR, this.extensions.one(TAX_CALCULATOR), async (it) => {
      const taxes = await it.taxesOn(tx, organizationId, invoices);
      invoices.forEach(({ lines }, index) => assertTaxes(taxes[index] ?? [], lines.length));
      return taxes;
    });
  }
}

function billOf(invoice: Invoice, isFinal: boolean, lines: Bill['lines']): Bill {
  const { organizationId, id: invoiceId, customerId, subscriptionId, currency } = invoice;
  return { organizationId, customerId, subscriptionId, invoiceId, currency, isFinal, lines };
}

function taxableInvoice({ bill, discountCents }: DiscountedBill): TaxableInvoice {
  const { customerId, currency } = bill;
  const lines = bill.lines.map((line, index) => ({
    ...line,
    netAmountCents: line.amountCents - (discountCents[index] ?? 0n),
  }));
  return { customerId, currency, lines };
}

function composed(
  { bill, discountCents, discounts, events }: DiscountedBill,
  taxes: readonly LineTaxes[],
): ComposedBill {
  const { organizationId, invoiceId } = bill;
  const of = { organizationId, invoiceId: invoiceId ?? newId() };
  const fees = bill.lines.map((line, position): InvoiceFeeEntity => {
    const { taxes: appliedTaxes = [], amountCents: taxesAmountCents = 0n } = taxes[position] ?? {};
    const discountAmountCents = discountCents[position] ?? 0n;
    const { creditedCents: _, id = newId(), ...columns } = line;
    const own = { ...of, id, position };
    return { ...columns, ...own, discountAmountCents, taxesAmountCents, appliedTaxes: [...appliedTaxes] };
  });
  return { fees, discounts, ...totalsOf(fees), events };
}

/** The last step: the sums of the fees. */
function totalsOf(fees: readonly InvoiceFeeEntity[]) {
  const feesAmountCents = sumCents(fees.map((it) => it.amountCents));
  const couponsAmountCents = sumCents(fees.map((it) => it.discountAmountCents));
  const taxesAmountCents = sumCents(fees.map((it) => it.taxesAmountCents));
  sumCents([feesAmountCents, taxesAmountCents]);
  const sums = { feesAmountCents, couponsAmountCents, taxesAmountCents };
  const totalAmountCents = totalOf({ ...sums, creditNotesAmountCents: 0n, prepaidCreditAmountCents: 0n });
  return { ...sums, totalAmountCents };
}

function assertTaxes(taxes: readonly LineTaxes[], lines: number): void {
  if (taxes.length !== lines) throw new RangeError(`It taxed ${taxes.length} of ${lines} fees`);
  for (const { amountCents } of taxes) {
    if (amountCents < 0n) throw new RangeError(`It returned a tax of ${amountCents}, which is below zero`);
  }
}
