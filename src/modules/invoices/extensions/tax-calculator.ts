import type { Transaction } from '../../../platform/database/transactions';
import {
  splitTax,
  taxCents,
  type AppliedTax,
  type AppliedTaxes,
  type RatedTax,
  type StoredTax,
} from '../../taxes';
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

/** A tax on a fee. */
export interface LineTax extends RatedTax {
  /** A whole number of cents, not negative. */
  amountCents?: bigint;
}

/**
 * The taxes on one fee, each with its amount. A calculator that only knows their total returns it in `amountCents`, and
 * the taxes without amounts: the total is then split over them (docs/billing-rules.md#amounts-per-tax).
 */
export interface LineTaxes {
  taxes: readonly LineTax[];
  amountCents?: bigint;
}

/** Computes the taxes of an invoice, fee by fee. */
export interface TaxCalculator {
  /**
   * Returns one entry per line, in the same order.
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
      const total = taxCents(
        amountCents,
        taxes.map((it) => it.rate),
      );
      return { taxes: splitTax(amountCents, total, taxes) };
    });
  }
}

/**
 * Returns the taxes on a fee as they are stored, with amounts that add up to their total.
 *
 * @throws Error if the result of the calculator contradicts itself.
 */
export function feeTaxes(
  feeCents: bigint,
  { taxes, amountCents }: LineTaxes,
): { appliedTaxes: StoredTax[]; taxesAmountCents: bigint } {
  const given = taxes.flatMap((it) => it.amountCents ?? []);
  if (given.length > 0 && given.length < taxes.length) refuse('an amount for only some taxes of a fee');
  const taxesAmountCents =
    given.length > 0 || taxes.length === 0 ? given.reduce((sum, it) => sum + it, 0n) : amountCents;
  if (taxesAmountCents === undefined) return refuse('no amount for the taxes of a fee');
  if ([taxesAmountCents, ...given].some((it) => it < 0n)) refuse('a negative amount for a fee');
  if (amountCents !== undefined && amountCents !== taxesAmountCents) {
    refuse(`${amountCents} for a fee, but its taxes add up to ${taxesAmountCents}`);
  }
  const split = given.length > 0 ? [] : splitTax(feeCents, taxesAmountCents, taxes);
  const appliedTaxes = taxes.map(({ code, name, rate, ...tax }, index) => {
    return { code, name, rate, amountCents: tax.amountCents ?? split[index]?.amountCents ?? 0n };
  });
  return { appliedTaxes, taxesAmountCents };
}

function refuse(what: string): never {
  throw new Error(`The tax calculator returned ${what}`);
}
