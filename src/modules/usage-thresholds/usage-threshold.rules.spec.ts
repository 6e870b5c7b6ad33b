import * as fc from 'fast-check';
import { MAX_CROSSINGS_AT_ONCE, newCrossings } from './usage-threshold.rules';

describe('newCrossings', () => {
  it.each<[string, bigint, boolean, bigint, bigint, bigint[]]>([
    ['nothing below it', 1000n, false, 999n, 0n, []],
    ['the first reaching', 1000n, false, 1000n, 0n, [1n]],
    ['nothing once crossed', 1000n, false, 5000n, 1n, []],
    ['one for many times the amount', 1000n, false, 5000n, 0n, [1n]],
    ['every multiple of a recurring one', 1000n, true, 3500n, 0n, [1n, 2n, 3n]],
    ['only the new multiples', 1000n, true, 3500n, 2n, [3n]],
    ['nothing when usage went down', 1000n, true, 1500n, 3n, []],
    ['nothing for negative usage', 1000n, true, -1500n, 0n, []],
  ])('is %s', (_case, amountCents, recurring, usage, before, expected) => {
    expect(newCrossings({ amountCents, recurring }, usage, before)).toEqual(expected);
  });

  it('returns each multiple once, however usage grows', () => {
    const steps = fc.array(fc.bigInt({ min: 0n, max: 2000n }), { maxLength: 20 });
    fc.assert(
      fc.property(fc.bigInt({ min: 100n, max: 1000n }), steps, (amountCents, steps) => {
        let usage = 0n;
        const told: bigint[] = [];
        for (const step of steps) {
          usage += step;
          told.push(...newCrossings({ amountCents, recurring: true }, usage, told.at(-1) ?? 0n));
        }
        const reached = Number(usage / amountCents);
        expect(told).toEqual(Array.from({ length: reached }, (_, index) => BigInt(index + 1)));
      }),
    );
  });

  it('returns only the highest multiples of very many', () => {
    const crossings = newCrossings({ amountCents: 1n, recurring: true }, 1_000_000n, 0n);
    expect(BigInt(crossings.length)).toBe(MAX_CROSSINGS_AT_ONCE);
    expect(crossings.at(-1)).toBe(1_000_000n);
  });
});
