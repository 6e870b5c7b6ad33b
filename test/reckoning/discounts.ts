import { Decimal, total } from './numbers';

/**
 * Spreads a discount over lines in proportion to what is left of them: whole cents, the cents that remain to the largest
 * remainders, ties to the first line.
 *
 * @param cents at most the sum of what is left
 */
export function spread(cents: number, left: readonly number[]): number[] {
  const base = total(left);
  if (base === 0) return left.map(() => 0);
  const exact = left.map((it) => new Decimal(it).times(cents));
  const parts = exact.map((it) => it.divToInt(base).toNumber());
  const rests = exact.map((it, line) => ({ line, rest: it.mod(base) }));
  rests.sort((a, b) => b.rest.cmp(a.rest) || a.line - b.line);
  for (const { line } of rests.slice(0, cents - total(parts))) parts[line] = (parts[line] ?? 0) + 1;
  return parts;
}
