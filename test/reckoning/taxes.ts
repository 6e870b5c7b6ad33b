import { ORGANIZATIONS, TAXES } from './catalogue';
import type { Line } from './invoices';
import type { Life } from './life';
import { Decimal, sumOf, total, wholeCents } from './numbers';

/** The taxes of a line: of its plan, or else of the customer, or else of the organization. Percent by code. */
export function taxesOf(life: Life, { of }: Pick<Line, 'of'>): Map<string, Decimal> {
  const ofOrganization = ORGANIZATIONS[life.organization]?.tax ?? null;
  const levels = [of.terms.taxes, life.customer.taxes, ofOrganization === null ? [] : [ofOrganization]];
  const codes = levels.find((it) => it.length > 0) ?? [];
  return new Map(
    [...codes].sort().map((code) => [code, new Decimal(TAXES.find((it) => it.code === code)?.rate ?? NaN)]),
  );
}

/** docs/billing-rules.md#taxes */
export function taxOn(taxes: ReadonlyMap<string, Decimal>, cents: number): number {
  return wholeCents(
    sumOf([...taxes.values()])
      .times(cents)
      .div(100),
  );
}

/** Splits the tax on an amount over the taxes it consists of, by largest remainder, ties to the first code. */
export function perTax(taxes: ReadonlyMap<string, Decimal>, cents: number): Map<string, number> {
  const exact = [...taxes].map(([code, rate]) => ({ code, share: rate.times(cents).div(100) }));
  const parts = new Map(exact.map(({ code, share }) => [code, share.floor().toNumber()]));
  const order = [...exact].sort((a, b) => rest(b.share).cmp(rest(a.share)) || (a.code < b.code ? -1 : 1));
  const left = taxOn(taxes, cents) - total([...parts.values()]);
  for (const { code } of order.slice(0, left)) parts.set(code, (parts.get(code) ?? 0) + 1);
  return parts;
}

const rest = (share: Decimal): Decimal => share.minus(share.floor());
