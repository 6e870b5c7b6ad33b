import Decimal from 'decimal.js';
import { plainDecimal } from '../../platform/domain/decimal-string';
import { TAX_CATEGORIES, categoryOf, type TaxCategory } from './tax-category.rules';
import type { StoredTax, Taxed } from './stored-taxes';

/** The category and rate of the tax on a line: EN 16931 knows one of each per line. */
export interface TaxClass {
  category: TaxCategory;
  /** Percent, as a decimal string: the sum of the rates, if several taxes apply. */
  rate: string;
}

/**
 * Returns the class of a line by its taxes (docs/billing-rules.md#tax-categories): without a tax `O`, otherwise the
 * category of its highest rate, ties to the first code.
 */
export function taxClassOf(taxes: readonly StoredTax[]): TaxClass {
  const [highest] = [...taxes].sort(
    (a, b) => new Decimal(b.rate).comparedTo(a.rate) || (a.code < b.code ? -1 : 1),
  );
  if (highest === undefined) return { category: 'O', rate: '0' };
  const rate = taxes.reduce((sum, it) => sum.plus(it.rate), new Decimal(0));
  return { category: categoryOf(highest), rate: plainDecimal(rate.toFixed()) };
}

/** The sums of the lines of one class. */
export interface TaxClassTotal extends TaxClass {
  taxableCents: bigint;
  taxCents: bigint;
}

/** Returns the sums per class, ordered by category and by descending rate. */
export function taxClassTotals(lines: readonly Taxed[]): TaxClassTotal[] {
  const totals = new Map<string, TaxClassTotal>();
  for (const { amountCents, taxesAmountCents, appliedTaxes } of lines) {
    const taxClass = taxClassOf(appliedTaxes);
    const key = `${taxClass.category} ${taxClass.rate}`;
    const before = totals.get(key) ?? { ...taxClass, taxableCents: 0n, taxCents: 0n };
    const taxableCents = before.taxableCents + amountCents;
    totals.set(key, { ...before, taxableCents, taxCents: before.taxCents + taxesAmountCents });
  }
  return [...totals.values()].sort((a, b) => {
    const byCategory = TAX_CATEGORIES.indexOf(a.category) - TAX_CATEGORIES.indexOf(b.category);
    return byCategory === 0 ? new Decimal(b.rate).comparedTo(a.rate) : byCategory;
  });
}
