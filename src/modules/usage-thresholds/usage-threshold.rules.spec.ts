import * as fc from 'fast-check';
import { MAX_CROSSINGS_AT_ONCE, newCrossings } from './usage-threshold.rules';

describe('newCrossings', () => {
  it.each<[string, bigint, boolean, bigint, bigint, bigint[]]>([
    ['nothing below the amount', 1000n, false, 999n, 0n, []],
    ['the first multiple once the amount is reached', 1000n, false, 1000n, 0n, [1n]],
    ['nothing after the crossing', 1000n, false, 5000n, 1n, []],
    ['only the first multiple of a threshold that is not recurring', 1000n, false, 5000n, 0n, [1n]],
    ['every multiple of a recurring threshold', 1000n, true, 3500n, 0n, [1n, 2n, 3n]],
    ['only new multiples', 1000n, true, 3500n, 2n, [3n]],
    ['nothing after a decrease of usage', 1000n, true, 1500n, 3n, []],
    ['nothing for negative usage', 1000n, true, -1500n, 0n, []],
  ])('returns %s', (_case, amountCents, recurring, usage, before, expected) => {
    expect(newCrossings({ amountCents, recurring }, usage, before)).toEqual(expected);
  });

  it('as usage grows, each multiple is returned exactly once', () => {
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

  it('if usage crosses many multiples at once, only the highest ones are returned', () => {
    const crossings = newCrossings({ amountCents: 1n, recurring: true }, 1_000_000n, 0n);
    expect(BigInt(crossings.length)).toBe(MAX_CROSSINGS_AT_ONCE);
    expect(crossings.at(-1)).toBe(1_000_000n);
  });
});
