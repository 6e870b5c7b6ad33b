import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { newId } from '../../platform/domain/id';
import { UsageMeter } from '../usage';
import { INVOICE_LINE_SOURCES, type InvoiceLineSources } from './extensions/line-sources';
import {
  TAX_CALCULATOR,
  feeTaxes,
  type TaxCalculatorSlot,
  type TaxedInvoice,
} from './extensions/tax-calculator';
import type { InvoiceFeeEntity } from './invoice-fee.entity';
import { addedLine, feeLines, usageLines, type InvoiceLine } from './invoice-lines';
import { sumCents } from './invoice.rules';
import type { SubscriptionBill } from './subscription-bill';

/** Fees with taxes, and their totals. */
export interface Composition {
  fees: InvoiceFeeEntity[];
  feesAmountCents: bigint;
  taxesAmountCents: bigint;
}

/** The fields of a bill or draft that identify the usage to bill. */
type UsageOwner = Pick<SubscriptionBill, 'organizationId' | 'usagePeriodId'>;

/** A line, with the ID of its fee if the fee already exists. */
type KeptLine = InvoiceLine & { id?: string };

/** Composes the lines, taxes and totals of invoices. */
@Injectable()
export class InvoiceComposer {
  constructor(
    private readonly usage: UsageMeter,
    @Inject(INVOICE_LINE_SOURCES) private readonly sources: InvoiceLineSources,
    @Inject(TAX_CALCULATOR) private readonly taxes: TaxCalculatorSlot,
  ) {}

  /**
   * Returns the lines of a bill: the fee of the plan, usage, then lines of line sources.
   *
   * @param invoiceId null for a preview.
   * @param isFinal whether to close the usage period. Usage that arrives afterwards is late.
   */
  async linesOf(
    tx: Transaction,
    bill: SubscriptionBill,
    invoiceId: string | null,
    isFinal: boolean,
  ): Promise<InvoiceLine[]> {
    const used = await this.usageOf(tx, bill, isFinal);
    const added = await this.sources.linesFor(tx, bill, invoiceId);
    return [...feeLines(bill, bill.subscription.name), ...used, ...added.map(addedLine)];
  }

  /**
   * Returns the lines of a draft with recomputed usage. Existing fees keep their IDs.
   *
   * @param isFinal see `linesOf`.
   */
  async linesAgain(
    tx: Transaction,
    draft: UsageOwner & { fees: readonly InvoiceFeeEntity[] },
    isFinal: boolean,
  ): Promise<KeptLine[]> {
    const used = await this.usageOf(tx, draft, isFinal);
    const kept = draft.fees.filter((it) => it.type !== 'charge');
    const charges = used.map((line) => {
      const before = draft.fees.find((it) => it.type === 'charge' && it.chargeId === line.chargeId);
      return before === undefined ? line : { ...line, id: before.id };
    });
    const first = kept.filter((it) => it.type === 'subscription');
    return [...first, ...charges, ...kept.filter((it) => it.type !== 'subscription')];
  }

  /**
   * Adds taxes to the lines and computes the totals.
   *
   * @param invoice has no ID if it is a preview.
   * @throws AmountOutOfRangeError if a total is greater than 2^53-1.
   */
  async compose(
    tx: Transaction,
    invoice: TaxedInvoice & { id?: string },
    lines: readonly KeptLine[],
  ): Promise<Composition> {
    const { organizationId, id: invoiceId = newId() } = invoice;
    const taxes = lines.length === 0 ? [] : await this.taxes.current.taxesOn(tx, invoice, lines);
    const fees = lines.map((line, position): InvoiceFeeEntity => {
      const tax = taxes[position];
      if (tax === undefined) throw new Error('The tax calculator returned no taxes for a fee');
      const own = { organizationId, id: line.id ?? newId(), invoiceId, position };
      return { ...line, ...own, discountAmountCents: 0n, ...feeTaxes(line.amountCents, tax) };
    });
    const feesAmountCents = sumCents(fees.map((it) => it.amountCents));
    const taxesAmountCents = sumCents(fees.map((it) => it.taxesAmountCents));
    sumCents([feesAmountCents, taxesAmountCents]);
    return { fees, feesAmountCents, taxesAmountCents };
  }

  private async usageOf(
    tx: Transaction,
    { organizationId, usagePeriodId }: UsageOwner,
    isFinal: boolean,
  ): Promise<InvoiceLine[]> {
    if (usagePeriodId === null) return [];
    // Close the period before reading it; otherwise usage that arrives between the two steps would be lost.
    if (isFinal) await this.usage.closePeriod(tx, organizationId, usagePeriodId);
    return usageLines(await this.usage.usageOf(tx, organizationId, usagePeriodId));
  }
}
