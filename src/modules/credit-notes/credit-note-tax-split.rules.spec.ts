import fc from 'fast-check';
import { splitTax, taxCents, type TaxAmount } from '../taxes';
import { splitItemTaxes, type FeeWithTaxes } from './credit-note-tax-split.rules';

const TAXES = ['5', '9.975', '0.5'].map((rate, index) => ({ code: `tax_${index}`, name: 'Tax', rate }));

const feeOf = (amountCents: bigint, rates: readonly string[]): FeeWithTaxes => {
  const taxes = rates.map((rate, index) => ({ code: `tax_${index}`, name: 'Tax', rate }));
  const taxesAmountCents = taxCents(amountCents, rates);
  const split = splitTax(amountCents, taxesAmountCents, taxes);
  return {
    netAmountCents: amountCents,
    taxesAmountCents,
    taxes: split,
    creditedCents: 0n,
    creditedTaxes: [],
  };
};
const sumOf = (taxes: readonly { amountCents: bigint | null }[]): bigint =>
  taxes.reduce((sum, it) => sum + (it.amountCents ?? 0n), 0n);

/** Returns the fee after a note over one item, with the parts of its tax. */
const credit = (
  fee: FeeWithTaxes,
  amountCents: bigint,
  taxesCents: bigint,
): { fee: FeeWithTaxes; parts: bigint[] } => {
  const taxes = splitItemTaxes(fee, amountCents, taxesCents) as TaxAmount[];
  const creditedTaxes = [...fee.creditedTaxes, ...taxes];
  const creditedCents = fee.creditedCents + amountCents;
  return { fee: { ...fee, creditedCents, creditedTaxes }, parts: taxes.map((it) => it.amountCents) };
};

describe('splitItemTaxes', () => {
  it('a note that credits a whole fee has the parts of the fee', () => {
    const fee = feeOf(1003n, ['5', '9.975']);
    expect(fee.taxes.map((it) => it.amountCents)).toEqual([50n, 100n]);
    expect(credit(fee, 1003n, 150n).parts).toEqual([50n, 100n]);
  });

  it('each note has the shares of all that is credited, less what earlier notes had', () => {
    const first = credit(feeOf(20n, ['5', '5']), 10n, 1n);
    expect(first.parts).toEqual([1n, 0n]); // 0.5 each of 1: a tie
    expect(credit(first.fee, 10n, 1n).parts).toEqual([0n, 1n]);
  });

  it('a tax that does not follow from the rates is split in proportion to its parts', () => {
    const taxes = TAXES.slice(0, 2).map((it, index) => ({ ...it, amountCents: index === 0 ? 90n : 10n }));
    const fee = {
      netAmountCents: 1000n,
      taxesAmountCents: 100n,
      taxes,
      creditedCents: 0n,
      creditedTaxes: [],
    };
    expect(credit(fee, 500n, 50n).parts).toEqual([45n, 5n]);
  });

  it('the parts add up to the tax of each note; over all notes of a fee, each tax adds up to its amount', () => {
    const rate = fc.integer({ min: 0, max: 400_000 }).map((it) => (it / 10_000).toString());
    const rates = fc.array(rate, { minLength: 1, maxLength: 4 });
    const cuts = fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 8 });
    fc.assert(
      fc.property(fc.bigInt(1n, 20_000n), rates, cuts, (amount, percents, marks) => {
        let fee = feeOf(amount, percents);
        const ends = [...marks.map((it) => (amount * BigInt(it)) / 1000n), amount].sort((a, b) =>
          Number(a - b),
        );
        let taxed = 0n;
        for (const end of ends.filter((it, index) => it > (ends[index - 1] ?? 0n))) {
          const taxes = (end === amount ? fee.taxesAmountCents : taxCents(end, percents)) - taxed;
          taxed += taxes;
          const { fee: after, parts } = credit(fee, end - fee.creditedCents, taxes);
          expect(parts.reduce((sum, it) => sum + it, 0n)).toBe(taxes);
          expect(parts.every((it) => it >= 0n)).toBe(true);
          fee = after;
        }
        for (const tax of fee.taxes) {
          expect(sumOf(fee.creditedTaxes.filter((it) => it.code === tax.code))).toBe(tax.amountCents);
        }
      }),
    );
  });
});
