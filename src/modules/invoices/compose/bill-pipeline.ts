import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { newId } from '../../../platform/domain/id';
import type { DomainEvent } from '../../../platform/outbox/event-catalogue';
import type { AppliedDiscount } from '../extensions/invoice-discounts';
import {
  TAX_CALCULATOR,
  feeTaxes,
  type FeeTaxes,
  type LineTaxes,
  type TaxableInvoice,
} from '../extensions/tax-calculator';
import type { Invoice } from '../invoice';
import type { InvoiceFeeEntity } from '../invoice-fee.entity';
import type { InvoiceLine } from '../invoice-lines';
import { sumCents } from '../invoice.rules';
import type { Bill } from './bill';
import { BillDiscounts, type DiscountedBill } from './bill-discounts';
import { BillExtensions } from './bill-extensions';
import { BillLines, type BillToCompose } from './bill-lines';

/** A bill with its fees, discounts, taxes and totals, before funding. */
export interface ComposedBill {
  fees: InvoiceFeeEntity[];
  discounts: AppliedDiscount[];
  feesAmountCents: bigint;
  couponsAmountCents: bigint;
  taxesAmountCents: bigint;
  /** Events of extensions, to append after those of the invoice. */
  events: DomainEvent[];
}

/**
 * Composes every bill in the same steps: lines, discounts, taxes, totals (docs/billing-rules.md#invoices). Drafts, refreshes,
 * finalizations, one-off invoices and previews all go through here; `InvoiceFinalization` then funds final invoices.
 *
 * All bills of a call belong to one organization. The discounts of final bills are spent in the given order, so the caller
 * has locked their customers.
 *
 * @throws AmountOutOfRangeError if a total is greater than 2^53-1.
 */
@Injectable()
export class BillPipeline {
  constructor(
    private readonly lines: BillLines,
    private readonly discounts: BillDiscounts,
    private readonly extensions: BillExtensions,
  ) {}

  /** Composes bills of subscriptions that have no invoice yet. */
  async composeBills(tx: Transaction, bills: readonly BillToCompose[]): Promise<ComposedBill[]> {
    const lines = await this.lines.ofBills(tx, bills);
    const withLines = bills.map(({ bill, invoiceId, isFinal }, index): Bill => {
      const { organizationId, customerId, currency, billedAt, subscription } = bill;
      const about = { organizationId, customerId, currency, billedAt, subscriptionId: subscription.id };
      return { ...about, invoiceId, isFinal, lines: lines[index] ?? [] };
    });
    return this.complete(tx, withLines);
  }

  /**
   * Composes drafts again, with all usage so far.
   *
   * @param isFinal whether the drafts become final now.
   */
  async composeDrafts(
    tx: Transaction,
    drafts: readonly Invoice[],
    isFinal: boolean,
  ): Promise<ComposedBill[]> {
    const lines = await this.lines.ofDrafts(tx, drafts, isFinal);
    const bills = drafts.map((draft, index) => billOf(draft, isFinal, lines[index] ?? []));
    return this.complete(tx, bills);
  }

  /** Composes a one-off invoice. Extensions add neither lines nor discounts to it. */
  async composeOneOff(
    tx: Transaction,
    invoice: Invoice,
    lines: readonly InvoiceLine[],
  ): Promise<ComposedBill> {
    const [composed] = await this.complete(tx, [billOf(invoice, true, lines)]);
    if (composed === undefined) throw new Error('The pipeline composed no bill');
    return composed;
  }

  private async complete(tx: Transaction, bills: readonly Bill[]): Promise<ComposedBill[]> {
    const [first] = bills;
    if (first === undefined) return [];
    const discounted = await this.discounts.apply(tx, bills);
    const taxes = await this.taxesOn(tx, first.organizationId, discounted.map(taxableInvoice));
    return discounted.map((it, index) => composedBill(it, taxes[index] ?? []));
  }

  private async taxesOn(
    tx: Transaction,
    organizationId: string,
    invoices: readonly TaxableInvoice[],
  ): Promise<FeeTaxes[][]> {
    const taxed = invoices.filter((it) => it.lines.length > 0);
    if (taxed.length === 0) return invoices.map(() => []);
    return this.extensions.call(tx, TAX_CALCULATOR, this.extensions.one(TAX_CALCULATOR), async (it) => {
      const taxes = await it.taxesOn(tx, organizationId, taxed);
      return invoices.map((invoice) => checkedTaxes(invoice, taxes[taxed.indexOf(invoice)] ?? []));
    });
  }
}

function billOf(invoice: Invoice, isFinal: boolean, lines: Bill['lines']): Bill {
  const { organizationId, id: invoiceId, customerId, subscriptionId, currency } = invoice;
  const billedAt = invoice.billedAt ?? invoice.createdAt;
  return { organizationId, customerId, subscriptionId, invoiceId, currency, billedAt, isFinal, lines };
}

function taxableInvoice({ bill, discountCents }: DiscountedBill): TaxableInvoice {
  const { customerId, currency } = bill;
  const lines = bill.lines.map((line, index) => {
    const netAmountCents = line.amountCents - (discountCents[index] ?? 0n);
    return { ...line, netAmountCents };
  });
  return { customerId, currency, lines };
}

function checkedTaxes({ lines }: TaxableInvoice, taxes: readonly LineTaxes[]): FeeTaxes[] {
  if (taxes.length !== lines.length) {
    throw new RangeError(`it returned taxes for ${taxes.length} of ${lines.length} fees`);
  }
  return taxes.map((it, index) => feeTaxes(lines[index]?.netAmountCents ?? 0n, it));
}

function composedBill(
  { bill, discountCents, discounts, events }: DiscountedBill,
  taxes: readonly FeeTaxes[],
): ComposedBill {
  const { organizationId, invoiceId: knownId } = bill;
  const invoiceId = knownId ?? newId();
  const fees = bill.lines.map((line, position): InvoiceFeeEntity => {
    const { appliedTaxes = [], taxesAmountCents = 0n } = taxes[position] ?? {};
    const own = { organizationId, id: line.id ?? newId(), invoiceId, position };
    const amounts = { discountAmountCents: discountCents[position] ?? 0n, taxesAmountCents, appliedTaxes };
    return { ...line, ...own, ...amounts };
  });
  return { fees, discounts, ...totalsOf(fees), events };
}

/** The fourth step: the sums over the fees. */
function totalsOf(fees: readonly InvoiceFeeEntity[]) {
  const feesAmountCents = sumCents(fees.map((it) => it.amountCents));
  const couponsAmountCents = sumCents(fees.map((it) => it.discountAmountCents));
  const taxesAmountCents = sumCents(fees.map((it) => it.taxesAmountCents));
  sumCents([feesAmountCents, taxesAmountCents]);
  return { feesAmountCents, couponsAmountCents, taxesAmountCents };
}
