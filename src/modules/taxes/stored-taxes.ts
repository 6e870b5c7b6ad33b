import { Column } from 'typeorm';
import { splitTax, type RatedTax, type TaxAmount } from './tax-split.rules';

/** A tax of a fee or of an item of a credit note, as stored. */
export interface StoredTax extends RatedTax {
  /** Null in rows from before amounts were stored. */
  amountCents: bigint | null;
}

/** An amount before taxes, the tax on it, and the taxes that make it up. */
export interface Taxed {
  amountCents: bigint;
  taxesAmountCents: bigint;
  appliedTaxes: readonly StoredTax[];
}

type TaxJson = RatedTax & { amount_cents?: number };

/** Column for the taxes of a fee or of an item. */
export const StoredTaxes = (): PropertyDecorator =>
  Column({ type: 'jsonb', transformer: { to: toJson, from: fromJson } });

/**
 * Returns the taxes with their amounts, which add up to `taxesAmountCents`; ordered by code. Computes amounts that are
 * not stored.
 */
export function taxAmountsOf({ amountCents, taxesAmountCents, appliedTaxes }: Taxed): TaxAmount[] {
  const stored = appliedTaxes.filter((it): it is TaxAmount => it.amountCents !== null);
  const sum = stored.reduce((total, it) => total + it.amountCents, 0n);
  const isWhole = stored.length === appliedTaxes.length && sum === taxesAmountCents;
  const amounts = isWhole ? [...stored] : splitTax(amountCents, taxesAmountCents, appliedTaxes);
  return amounts.sort((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0));
}

function toJson(taxes: readonly StoredTax[]): TaxJson[] {
  return taxes.map(({ code, name, rate, category, amountCents }) => ({
    ...{ code, name, rate },
    ...(typeof category === 'string' && { category }),
    ...(amountCents !== null && { amount_cents: Number(amountCents) }),
  }));
}

function fromJson(taxes: readonly TaxJson[]): StoredTax[] {
  return taxes.map(({ code, name, rate, category = null, amount_cents: cents }) => {
    return { code, name, rate, category, amountCents: cents === undefined ? null : BigInt(cents) };
  });
}
