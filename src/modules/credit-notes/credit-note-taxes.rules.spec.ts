import fc from 'fast-check';
import { creditableCents, itemTaxes, type CreditableFee } from './credit-note-taxes.rules';

const fee = (amountCents: bigint, taxesAmountCents: bigint, credited = [0n, 0n]): CreditableFee => ({
  id: 'fee',
  amountCents,
  taxesAmountCents,
  creditedCents: credited[0] ?? 0n,
  creditedTaxesCents: credited[1] ?? 0n,
  taxes: [],
  creditedTaxes: [],
});

describe('itemTaxes', () => {
  it('an item gets a proportional part of the taxes of its fee, rounded half up', () => {
    expect(itemTaxes([{ fee: fee(1000n, 200n), amountCents: 250n }])).toEqual([50n]);
    expect(itemTaxes([{ fee: fee(1000n, 200n), amountCents: 2n }])).toEqual([0n]);
    expect(itemTaxes([{ fee: fee(1000n, 250n), amountCents: 2n }])).toEqual([1n]);
  });

  it('taxes are rounded once for all items, and the largest fractions are rounded up', () => {
    const items = [12n, 14n, 13n].map((amountCents) => ({ fee: fee(1000n, 200n), amountCents }));
    // 2.4 + 2.8 + 2.6 = 7.8
    expect(itemTaxes(items)).toEqual([2n, 3n, 3n]);
  });

  it('thirds and sixths that add up to a half are rounded up', () => {
    const items = [
      { fee: fee(3n, 1n), amountCents: 1n },
      { fee: fee(6n, 1n), amountCents: 1n },
    ];
    expect(itemTaxes(items)).toEqual([1n, 0n]);
  });

  it('crediting the rest of a fee credits the rest of its taxes', () => {
    expect(itemTaxes([{ fee: fee(1000n, 200n), amountCents: 1000n }])).toEqual([200n]);
    expect(itemTaxes([{ fee: fee(3n, 1n, [2n, 0n]), amountCents: 1n }])).toEqual([1n]);
    expect(itemTaxes([{ fee: fee(3n, 1n, [2n, 1n]), amountCents: 1n }])).toEqual([0n]);
  });

  it('an item never credits more than the remaining taxes of its fee', () => {
    expect(itemTaxes([{ fee: fee(10n, 5n, [5n, 5n]), amountCents: 4n }])).toEqual([0n]);
    expect(itemTaxes([{ fee: fee(10n, 4n, [5n, 5n]), amountCents: 5n }])).toEqual([0n]);
  });

  it('notes that credit a whole invoice step by step add up to its taxes, even if some notes are voided', () => {
    const invoice = fc.array(
      fc.record({ amount: fc.bigInt({ min: 1n, max: 5000n }), percent: fc.bigInt({ min: 0n, max: 40n }) }),
      { minLength: 1, maxLength: 5 },
    );
    const notes = fc.array(
      fc.record({
        parts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }),
        void: fc.boolean(),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(invoice, notes, (lines, steps) => {
        let fees = lines.map((it) => fee(it.amount, (it.amount * it.percent + 50n) / 100n));
        const credit = (amounts: readonly bigint[]): { credited: CreditableFee[]; tax: bigint } => {
          const items = fees.flatMap((it, index) => {
            const amountCents = amounts[index] ?? 0n;
            return amountCents > 0n ? [{ fee: it, amountCents, index }] : [];
          });
          const taxes = itemTaxes(items);
          const credited = fees.map((it, index) => {
            const position = items.findIndex((item) => item.index === index);
            const creditedCents = it.creditedCents + (items[position]?.amountCents ?? 0n);
            return {
              ...it,
              creditedCents,
              creditedTaxesCents: it.creditedTaxesCents + (taxes[position] ?? 0n),
            };
          });
          return { credited, tax: taxes.reduce((sum, it) => sum + it, 0n) };
        };
        for (const step of steps) {
          const amounts = fees.map((it, index) =>
            BigInt(Math.floor(Number(creditableCents(it)) * (step.parts[index] ?? 0))),
          );
          const { credited, tax } = credit(amounts);
          expect(tax >= 0n).toBe(true);
          for (const it of credited) expect(it.creditedTaxesCents <= it.taxesAmountCents).toBe(true);
          if (!step.void) fees = credited;
        }
        const { credited } = credit(fees.map(creditableCents));
        for (const it of credited) {
          expect([it.creditedCents, it.creditedTaxesCents]).toEqual([it.amountCents, it.taxesAmountCents]);
        }
      }),
    );
  });

  it('a note that credits a part of every fee deviates from the exact taxes by at most half a cent', () => {
    const line = fc
      .tuple(
        fc.bigInt({ min: 2n, max: 100_000n }),
        fc.bigInt({ min: 0n, max: 100n }),
        fc.double({ max: 0.99, min: 0.01, noNaN: true }),
      )
      .map(([amount, percent, part]) => ({
        fee: fee(amount, (amount * percent + 50n) / 100n),
        amountCents: BigInt(Math.max(1, Math.floor(Number(amount) * part))),
      }));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (items) => {
        const partial = items.filter((it) => it.amountCents < it.fee.amountCents);
        const sum = itemTaxes(partial).reduce((all, it) => all + it, 0n);
        const exact = partial.reduce(
          (all, it) =>
            all + (Number(it.fee.taxesAmountCents) * Number(it.amountCents)) / Number(it.fee.amountCents),
          0,
        );
        expect(Math.abs(Number(sum) - exact)).toBeLessThanOrEqual(0.5 + 1e-6);
      }),
    );
  });
});
