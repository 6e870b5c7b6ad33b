import fc from 'fast-check';
import { computeCharge, validateProperties, type BuiltInName, type ChargeProperties } from './index';
import type { PricedRange } from './types';

const DIGITS = 8;
const SCALE = 10n ** BigInt(DIGITS);
/** Enough for a product of two scaled numbers and a division by 100. */
const WIDE = 10n ** 24n;

const textOf = (value: bigint): string => `${value / SCALE}.${String(value % SCALE).padStart(DIGITS, '0')}`;
const wide = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole) * WIDE + BigInt(fraction.padEnd(24, '0'));
  return text.startsWith('-') ? -size : size;
};

const amounts = fc.bigInt({ min: 0n, max: 1000n * SCALE });
const units = fc.oneof(
  fc.bigInt({ min: 0n, max: 300n }).map((it) => it * SCALE), // Integers, so that boundaries are hit.
  fc.bigInt({ min: 0n, max: 300n * SCALE }),
  fc.bigInt({ min: 0n, max: 10n ** 25n }),
);

/** Ranges without gaps; each boundary is written in either notation (10-20 or 11-20 after 0-10). */
const ranges = fc
  .array(
    fc.record({ size: fc.integer({ min: 1, max: 40 }), next: fc.boolean(), price: amounts, flat: amounts }),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((rows) => {
    let end = 0;
    return rows.map(({ size, next, price, flat }, index): PricedRange => {
      const from_value = index > 0 && next ? end + 1 : end;
      end += size;
      const to_value = index === rows.length - 1 ? null : String(end);
      return { from_value, to_value, per_unit_amount: textOf(price), flat_amount: textOf(flat) };
    });
  });

const rated = (rows: readonly PricedRange[]) =>
  rows.map(({ per_unit_amount: rate, ...row }) => ({ ...row, rate }));

type Charge = { [M in BuiltInName]: [M, ChargeProperties[M]] }[BuiltInName];
const charges: fc.Arbitrary<Charge> = fc.oneof(
  amounts.map((it): Charge => ['standard', { amount: textOf(it) }]),
  ranges.map((it): Charge => ['graduated', { graduated_ranges: it }]),
  ranges.map((it): Charge => ['volume', { volume_ranges: it }]),
  ranges.map((it): Charge => ['graduated_percentage', { graduated_percentage_ranges: rated(it) }]),
  fc
    .tuple(amounts, amounts, fc.bigInt({ min: 1n, max: 100n * SCALE }))
    .map(([amount, free, size]): Charge => [
      'package',
      { amount: textOf(amount), free_units: textOf(free), package_size: textOf(size) },
    ]),
  fc
    .tuple(amounts, amounts)
    .map(([rate, fixed]): Charge => ['percentage', { rate: textOf(rate), fixed_amount: textOf(fixed) }]),
);

const amountOf = <M extends BuiltInName>(model: M, properties: ChargeProperties[M], value: bigint): bigint =>
  wide(computeCharge(model, properties, { units: textOf(value), eventsCount: 3 }).amount);
const unitsPrice = (rows: readonly PricedRange[], index: number): bigint =>
  wide(rows[index]?.per_unit_amount ?? '0');

describe('every charge model', () => {
  it('the step amounts are plain decimals and add up to the amount', () => {
    fc.assert(
      fc.property(charges, units, ([model, properties], value) => {
        expect(validateProperties(model, properties)).toEqual([]);
        const {
          amount,
          steps,
          units: billed,
        } = computeCharge(model, properties, {
          units: textOf(value),
          eventsCount: 3,
        });
        expect(steps.reduce((sum, step) => sum + wide(step.amount), 0n)).toBe(wide(amount));
        expect(wide(billed)).toBe(value * (WIDE / SCALE));
        const texts = steps.flatMap((it) => [it.units, it.unit_amount ?? '0', it.rate ?? '0', it.amount]);
        for (const text of [amount, billed, ...texts])
          expect(text).toMatch(/^(0|-?(0|[1-9]\d*)(\.\d*[1-9])?)$/);
      }),
      { numRuns: 300 },
    );
  });

  it('the amount of each step is its units times its price or rate', () => {
    fc.assert(
      fc.property(charges, units, ([model, properties], value) => {
        const { steps } = computeCharge(model, properties, { units: textOf(value), eventsCount: 3 });
        for (const step of steps) {
          const price =
            step.unit_amount === undefined ? wide(step.rate ?? '0') / 100n : wide(step.unit_amount);
          expect((wide(step.units) * price) / WIDE).toBe(wide(step.amount));
        }
      }),
    );
  });

  it('more units never cost less, except under volume', () => {
    fc.assert(
      fc.property(charges, units, units, ([model, properties], a, b) => {
        fc.pre(model !== 'volume');
        const [less, more] = a < b ? [a, b] : [b, a];
        expect(amountOf(model, properties, less)).toBeLessThanOrEqual(amountOf(model, properties, more));
      }),
      { numRuns: 300 },
    );
  });

  it('negative units cost as much as 0 units, and are shown as 0', () => {
    fc.assert(
      fc.property(charges, units, ([model, properties], value) => {
        const price = (text: string) => computeCharge(model, properties, { units: text, eventsCount: 3 });
        expect(price(`-${textOf(value)}`)).toEqual(price('0'));
      }),
    );
  });

  it('leading and trailing zeros do not change the amount', () => {
    fc.assert(
      fc.property(amounts, units, (amount, value) => {
        const plain = computeCharge(
          'standard',
          { amount: textOf(amount) },
          { units: textOf(value), eventsCount: 0 },
        );
        const padded = { amount: `00${textOf(amount)}000` };
        expect(computeCharge('standard', padded, { units: `0${textOf(value)}0`, eventsCount: 0 })).toEqual(
          plain,
        );
      }),
    );
  });
});

describe('standard', () => {
  it('a standard amount is exactly units x amount, and additive', () => {
    fc.assert(
      fc.property(amounts, units, units, (price, a, b) => {
        const properties = { amount: textOf(price) };
        expect(amountOf('standard', properties, a)).toBe((a * price * WIDE) / (SCALE * SCALE));
        expect(amountOf('standard', properties, a) + amountOf('standard', properties, b)).toBe(
          amountOf('standard', properties, a + b),
        );
      }),
    );
  });
});

describe('graduated', () => {
  it('graduated with one tier costs as much as standard plus the flat amount', () => {
    fc.assert(
      fc.property(amounts, amounts, units, (price, flat, value) => {
        const graduated_ranges = [
          { from_value: 0, to_value: null, per_unit_amount: textOf(price), flat_amount: textOf(flat) },
        ];
        expect(amountOf('graduated', { graduated_ranges }, value)).toBe(
          amountOf('standard', { amount: textOf(price) }, value) + wide(textOf(flat)),
        );
      }),
    );
  });

  it('graduated prices every unit exactly once', () => {
    fc.assert(
      fc.property(ranges, units, (rows, value) => {
        const graduated_ranges = rows.map((row) => ({ ...row, per_unit_amount: '1', flat_amount: '0' }));
        expect(amountOf('graduated', { graduated_ranges }, value)).toBe(value * (WIDE / SCALE));
      }),
    );
  });

  it('graduated charges each additional unit at the price of the tier it falls in', () => {
    fc.assert(
      fc.property(ranges, units, units, (rows, a, b) => {
        const graduated_ranges = rows.map((row) => ({ ...row, flat_amount: '0' }));
        const [less, more] = a < b ? [a, b] : [b, a];
        const between = graduated_ranges.reduce((sum, row, index) => {
          const start = BigInt(graduated_ranges[index - 1]?.to_value ?? 0) * SCALE;
          const end = row.to_value === null ? more : BigInt(row.to_value) * SCALE;
          const low = less > start ? less : start;
          const high = more < end ? more : end;
          return high > low ? sum + ((high - low) * unitsPrice(graduated_ranges, index)) / SCALE : sum;
        }, 0n);
        const cost = (value: bigint) => amountOf('graduated', { graduated_ranges }, value);
        expect(cost(more) - cost(less)).toBe(between);
      }),
    );
  });

  it('graduated percentage costs a hundredth of graduated with the same numbers, apart from flat amounts', () => {
    fc.assert(
      fc.property(ranges, units, (rows, value) => {
        const graduated_ranges = rows.map((row) => ({ ...row, flat_amount: '0' }));
        const percentage = { graduated_percentage_ranges: rated(graduated_ranges) };
        expect(amountOf('graduated_percentage', percentage, value) * 100n).toBe(
          amountOf('graduated', { graduated_ranges }, value),
        );
      }),
    );
  });
});

describe('volume', () => {
  it('volume with equal prices costs as much as standard: no unit falls between ranges', () => {
    fc.assert(
      fc.property(ranges, amounts, units, (rows, price, value) => {
        const amount = textOf(price);
        const volume_ranges = rows.map((row) => ({ ...row, per_unit_amount: amount, flat_amount: '0' }));
        expect(amountOf('volume', { volume_ranges }, value)).toBe(amountOf('standard', { amount }, value));
      }),
    );
  });
});

describe('package', () => {
  it('package charges the smallest number of packages that contains the units', () => {
    const sizes = fc.bigInt({ min: 1n, max: 100n * SCALE });
    fc.assert(
      fc.property(units, amounts, sizes, (value, free, size) => {
        const properties = { amount: '1', free_units: textOf(free), package_size: textOf(size) };
        const packages = amountOf('package', properties, value) / WIDE;
        expect(packages * size).toBeGreaterThanOrEqual(value - free);
        expect(packages === 0n || (packages - 1n) * size < value - free).toBe(true);
      }),
    );
  });
});
