import type { Charge } from '@billing-service/sdk';
import { formatPrice, formatUnits } from '../../ui/money';

type Quantity = string | number;

interface Range {
  to_value: Quantity | null;
  flat_amount?: string | null;
}

/** Returns the price of a charge in words, a line for each range or rule. */
export function wordsOf(charge: Charge, currency: string): string[] {
  const lines = ofModel(charge, (amount) => formatPrice(amount, currency));
  return charge.prorated ? [...lines, 'Units count for the days on which they are held.'] : lines;
}

type Price = (amount: string) => string;

function ofModel(charge: Charge, price: Price): string[] {
  switch (charge.charge_model) {
    case 'standard':
      return [isZero(charge.properties.amount) ? 'Free' : `${price(charge.properties.amount)} per unit`];
    case 'graduated':
      return ofRanges(
        charge.properties.graduated_ranges,
        (it) => ofUnit(it.per_unit_amount, price),
        price,
        tier,
      );
    case 'volume':
      return ofRanges(
        charge.properties.volume_ranges,
        (it) => (isZero(it.per_unit_amount) ? 'free' : `${price(it.per_unit_amount)} for every unit`),
        price,
        total,
      );
    case 'graduated_percentage':
      return ofRanges(
        charge.properties.graduated_percentage_ranges,
        (it) => (isZero(it.rate) ? 'free' : `${it.rate} %`),
        price,
        tier,
      );
    case 'package':
      return [ofPackage(charge.properties, price)];
    case 'percentage':
      return ofPercentage(charge.properties, price);
  }
}

function ofUnit(amount: string, price: Price): string {
  return isZero(amount) ? 'free' : `${price(amount)} per unit`;
}

function ofRanges<R extends Range>(
  ranges: readonly R[],
  priceOf: (range: R) => string,
  price: Price,
  nameOf: (from: Quantity | null, to: Quantity | null) => string,
): string[] {
  return ranges.map((range, index) => {
    const name = nameOf(ranges[index - 1]?.to_value ?? null, range.to_value);
    const flat = range.flat_amount ?? '0';
    return `${name}: ${priceOf(range)}${isZero(flat) ? '' : `, plus ${price(flat)}`}`;
  });
}

/** Names the units of a range. */
function tier(from: Quantity | null, to: Quantity | null): string {
  if (from === null) return to === null ? 'All units' : `First ${formatUnits(to)} units`;
  return to === null
    ? `Units above ${formatUnits(from)}`
    : `Units above ${formatUnits(from)}, up to ${formatUnits(to)}`;
}

/** Names the totals that a range is for. */
function total(from: Quantity | null, to: Quantity | null): string {
  if (from === null) return to === null ? 'Any total' : `Total of up to ${formatUnits(to)} units`;
  return to === null
    ? `Total above ${formatUnits(from)}`
    : `Total above ${formatUnits(from)}, up to ${formatUnits(to)}`;
}

function ofPackage(
  terms: { amount: string; package_size: Quantity; free_units?: Quantity | null },
  price: Price,
): string {
  const cost = `${price(terms.amount)} for each started package of ${formatUnits(terms.package_size)} units`;
  const free = terms.free_units ?? 0;
  return isZero(free) ? cost : `First ${formatUnits(free)} units free, then ${cost}`;
}

interface Percentage {
  rate: string;
  fixed_amount?: string | null;
  free_units_per_events?: Quantity | null;
  free_units_per_total_aggregation?: Quantity | null;
  per_transaction_min_amount?: string | null;
  per_transaction_max_amount?: string | null;
}

function ofPercentage(terms: Percentage, price: Price): string[] {
  const { per_transaction_min_amount: least, per_transaction_max_amount: most } = terms;
  const fixed = terms.fixed_amount ?? '0';
  const cost = `${terms.rate} % of the units${isZero(fixed) ? '' : `, plus ${price(fixed)} per event`}`;
  const limits = [
    ...(least === null || least === undefined ? [] : [`at least ${price(least)}`]),
    ...(most === null || most === undefined ? [] : [`at most ${price(most)}`]),
  ];
  return [cost, ...allowance(terms), ...(limits.length === 0 ? [] : [`Per event ${limits.join(' and ')}`])];
}

function allowance(terms: Percentage): string[] {
  const events = terms.free_units_per_events ?? 0;
  const units = terms.free_units_per_total_aggregation ?? 0;
  const parts = [
    ...(isZero(events) ? [] : [`the first ${formatUnits(events)} events`]),
    ...(isZero(units) ? [] : [`a total of ${formatUnits(units)} units`]),
  ];
  if (parts.length === 0) return [];
  return [`Free: ${parts.join(' or ')}${parts.length === 2 ? ', whichever ends first' : ''}`];
}

function isZero(value: Quantity): boolean {
  return Number(value) === 0;
}
