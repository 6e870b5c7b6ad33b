import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { isDecimalString } from '../../../platform/domain/decimal-string';
import { MAX_AMOUNT_CENTS } from '../../../platform/domain/money';
import { extensionPoint } from '../../../platform/extensions';
import {
  AppliedTaxes,
  TAX_CATEGORIES,
  splitTax,
  taxCents,
  type AppliedTax,
  type RatedTax,
  type StoredTax,
} from '../../taxes';
import type { InvoiceLine } from '../invoice-lines';

/** A fee to be taxed. */
export interface TaxableLine extends Readonly<InvoiceLine> {
  /** The amount of the fee after discounts, in cents: what is taxed. */
  readonly netAmountCents: bigint;
}

/** An invoice, draft or preview to be taxed. It has at least one line. */
export interface TaxableInvoice {
  readonly customerId: string;
  readonly currency: string;
  readonly lines: readonly TaxableLine[];
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

/** Computes the taxes of invoices, fee by fee. Conformance suite: test/conformance/tax-calculator.suite.ts. */
export interface TaxCalculator {
  /** Returns an entry per invoice with an entry per line, each in the given order. */
  taxesOn(
    tx: Transaction,
    organizationId: string,
    invoices: readonly TaxableInvoice[],
  ): Promise<readonly (readonly LineTaxes[])[]>;
}

/**
 * Applies the taxes of the plan; if it has none, those of the customer; if the customer has none, those of
 * the organization. Rounds once per fee (docs/billing-rules.md#taxes).
 */
@Injectable()
export class NearestTaxes implements TaxCalculator {
  constructor(private readonly appliedTaxes: AppliedTaxes) {}

  async taxesOn(
    tx: Transaction,
    organizationId: string,
    invoices: readonly TaxableInvoice[],
  ): Promise<LineTaxes[][]> {
    const fees = distinctFees(invoices);
    const nearest = await this.appliedTaxes.nearestOfAll(tx, organizationId, [...fees.values()]);
    const byKey = new Map([...fees.keys()].map((key, index) => [key, nearest[index] ?? []]));
    return invoices.map(({ customerId, lines }) =>
      lines.map(({ planId, netAmountCents }) =>
        taxesAt(netAmountCents, byKey.get(keyOf({ planId, customerId })) ?? []),
      ),
    );
  }
}

/** Computes the taxes of invoices (docs/extending.md#tax-calculator). */
export const TAX_CALCULATOR = extensionPoint<TaxCalculator>('tax calculator', { replaces: NearestTaxes });

function taxesAt(netCents: bigint, applied: readonly AppliedTax[]): LineTaxes {
  const taxes = applied.map(({ id: _, ...tax }) => tax);
  const total = taxCents(
    netCents,
    taxes.map((it) => it.rate),
  );
  return { taxes: splitTax(netCents, total, taxes) };
}

interface TaxedFee {
  planId: string | null;
  customerId: string;
}

const keyOf = ({ planId, customerId }: TaxedFee): string => `${planId ?? ''}/${customerId}`;

/** Returns each combination of plan and customer once, because its fees have the same taxes. */
function distinctFees(invoices: readonly TaxableInvoice[]): Map<string, TaxedFee> {
  const fees = invoices.flatMap(({ customerId, lines }) =>
    lines.map(({ planId }) => ({ planId, customerId })),
  );
  return new Map(fees.map((it) => [keyOf(it), it]));
}

/** The taxes of a fee as they are stored. */
export interface FeeTaxes {
  appliedTaxes: StoredTax[];
  taxesAmountCents: bigint;
}

/**
 * Returns the taxes on a fee as they are stored, with amounts that add up to their total.
 *
 * @param netCents the amount of the fee after discounts.
 * @throws RangeError if the result of the calculator contradicts itself.
 */
export function feeTaxes(netCents: bigint, { taxes, amountCents }: LineTaxes): FeeTaxes {
  taxes.forEach((tax, index) => {
    assertDescribed(tax);
    if (taxes.findIndex((it) => it.code === tax.code) !== index)
      refuse(`the tax "${tax.code}" twice for a fee`);
  });
  const given = taxes.flatMap((it) => it.amountCents ?? []);
  if (given.length > 0 && given.length < taxes.length) refuse('an amount for only some taxes of a fee');
  const taxesAmountCents =
    given.length > 0 || taxes.length === 0 ? given.reduce((sum, it) => sum + it, 0n) : amountCents;
  if (taxesAmountCents === undefined) return refuse('no amount for the taxes of a fee');
  if ([taxesAmountCents, ...given].some((it) => it < 0n)) refuse('a negative amount for a fee');
  if (taxesAmountCents > MAX_AMOUNT_CENTS) refuse('an amount greater than 2^53-1 for a fee');
  if (amountCents !== undefined && amountCents !== taxesAmountCents) {
    refuse(`${amountCents} for a fee, but its taxes add up to ${taxesAmountCents}`);
  }
  const split = given.length > 0 ? [] : splitTax(netCents, taxesAmountCents, taxes);
  const appliedTaxes = taxes.map(({ code, name, rate, category = null, ...tax }, index) => {
    return { code, name, rate, category, amountCents: tax.amountCents ?? split[index]?.amountCents ?? 0n };
  });
  return { appliedTaxes, taxesAmountCents };
}

function assertDescribed({ code, name, rate, category = null }: LineTax): void {
  const isText = (it: unknown): boolean => typeof it === 'string' && it.trim() !== '';
  if (!isText(code) || !isText(name)) refuse('a tax without a code or a name');
  if (!isDecimalString(rate) || rate.startsWith('-')) {
    refuse(
      `the rate ${JSON.stringify(rate)} for the tax "${code}", which is not a decimal string of 0 or more`,
    );
  }
  if (category !== null && !TAX_CATEGORIES.includes(category)) {
    refuse(`the category ${JSON.stringify(category)} for the tax "${code}", which EN 16931 does not know`);
  }
}

function refuse(what: string): never {
  throw new RangeError(`it returned ${what}`);
}
