import type { Transaction } from '../../../platform/database/transactions';
import { taxCents, type AppliedTax, type AppliedTaxes } from '../../taxes';
import type { FeeTax } from '../invoice-fee.entity';
import type { InvoiceLine } from '../invoice-lines';
import type { Replaceable } from './replaceable';

/** Dependency-injection token of the active tax calculator. */
export const TAX_CALCULATOR = Symbol('TAX_CALCULATOR');

/** Provided as `TAX_CALCULATOR`; `use()` replaces the tax calculator. */
export type TaxCalculatorSlot = Replaceable<TaxCalculator>;

/** The fields of an invoice that a tax calculator needs. */
export interface TaxedInvoice {
  organizationId: string;
  customerId: string;
  currency: string;
}

/** The taxes on one fee; `amountCents` is their total. */
export interface LineTaxes {
  taxes: FeeTax[];
  amountCents: bigint;
}

/** Computes the taxes of an invoice, fee by fee. */
export interface TaxCalculator {
  /**
   * Returns one entry per line, in the same order. Each amount is a whole number of cents and not negative.
   */
  taxesOn(tx: Transaction, invoice: TaxedInvoice, lines: readonly InvoiceLine[]): Promise<LineTaxes[]>;
}

/**
 * Applies the taxes of the plan; if it has none, those of the customer; if the customer has none, those of
 * the organization. Rounds once per fee (docs/billing-rules.md).
 */
export class NearestTaxes implements TaxCalculator {
  constructor(private readonly appliedTaxes: AppliedTaxes) {}

  async taxesOn(tx: Transaction, invoice: TaxedInvoice, lines: readonly InvoiceLine[]): Promise<LineTaxes[]> {
    const byPlan = new Map<string | null, AppliedTax[]>();
    for (const { planId } of lines) {
      if (byPlan.has(planId)) continue;
      const about = { planId, customerId: invoice.customerId };
      byPlan.set(planId, await this.appliedTaxes.nearest(tx, invoice.organizationId, about));
    }
    return lines.map(({ planId, amountCents }) => {
      const taxes = (byPlan.get(planId) ?? []).map(({ code, name, rate }) => ({ code, name, rate }));
      const rates = taxes.map((it) => it.rate);
      return { taxes, amountCents: taxCents(amountCents, rates) };
    });
  }
}
