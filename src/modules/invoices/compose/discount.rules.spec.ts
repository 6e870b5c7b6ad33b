import fc from 'fast-check';
import { spread } from './discount.rules';

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, it) => all + it, 0n);

describe('spread', () => {
  it('a discount takes of each line in proportion to what is left of it', () => {
    expect(spread(900n, [3000n, 1500n])).toEqual({ amountCents: 900n, shares: [600n, 300n] });
  });

  it('missing cents go to the largest remainders', () => {
    // 33.33 + 16.67 + 50.00
    expect(spread(100n, [200n, 100n, 300n]).shares).toEqual([33n, 17n, 50n]);
  });

  it('ties of remainders go to the first line', () => {
    expect(spread(100n, [1000n, 1000n, 1000n]).shares).toEqual([34n, 33n, 33n]);
    expect(spread(5n, [7n, 7n]).shares).toEqual([3n, 2n]);
  });

  it('a discount above what is left is capped at it', () => {
    expect(spread(900n, [300n, 0n, 200n])).toEqual({ amountCents: 500n, shares: [300n, 0n, 200n] });
    expect(spread(900n, [])).toEqual({ amountCents: 0n, shares: [] });
    expect(spread(900n, [0n])).toEqual({ amountCents: 0n, shares: [0n] });
  });

  const lines = fc.array(fc.bigInt({ min: 0n, max: 2n ** 53n - 1n }), { maxLength: 12 });
  const amount = fc.oneof(fc.bigInt({ min: 0n, max: 50n }), fc.bigInt({ min: 0n, max: 2n ** 53n - 1n }));

  it('shares add up to the amount and leave no line below zero', () => {
    fc.assert(
      fc.property(amount, lines, (cents, left) => {
        const { amountCents, shares } = spread(cents, left);
        const most = sum(left);
        expect(amountCents).toBe(cents < most ? cents : most);
        expect(sum(shares)).toBe(amountCents);
        shares.forEach((it, index) => expect(it >= 0n && it <= (left[index] ?? 0n)).toBe(true));
      }),
    );
  });

  it('shares are within a cent of the exact ones', () => {
    fc.assert(
      fc.property(amount, lines, (cents, left) => {
        const total = sum(left);
        const { amountCents, shares } = spread(cents, left);
        shares.forEach((it, index) => {
          const off = it * total - amountCents * (left[index] ?? 0n);
          expect(off < total && -off < total).toBe(total > 0n);
        });
      }),
    );
  });

  it('the order of lines matters only where remainders are equal', () => {
    fc.assert(
      fc.property(
        amount,
        fc.uniqueArray(fc.bigInt({ min: 1n, max: 10_000n }), { maxLength: 8 }),
        (cents, left) => {
          const remainders = left.map((it) => (it * cents) % (sum(left) || 1n));
          fc.pre(new Set(remainders).size === remainders.length);
          expect(spread(cents, [...left].reverse()).shares).toEqual(
            [...spread(cents, left).shares].reverse(),
          );
        },
      ),
    );
  });
});
