import fc from 'fast-check';
import { taxCents } from '../../taxes';
import { creditableCents, itemTaxes, type CreditableFee } from './credit-note-taxes.rules';

const fee = (netAmountCents: bigint, rate: string, fields: Partial<CreditableFee> = {}): CreditableFee => ({
  id: 'fee',
  netAmountCents,
  taxesAmountCents: taxCents(netAmountCents, [rate]),
  taxRates: [rate],
  creditedCents: 0n,
  creditedTaxesCents: 0n,
  ...fields,
});

/** Returns the fee after a note over a part of it. */
const credited = (before: CreditableFee, amountCents: bigint): CreditableFee => ({
  ...before,
  creditedCents: before.creditedCents + amountCents,
  creditedTaxesCents: before.creditedTaxesCents + itemTaxes({ fee: before, amountCents }),
});

describe('itemTaxes', () => {
  it.each([
    [99_999n, 72_602n, '19', 13_794n], // 13794.38; a share of the rounded 19000 would be 13795
    [53n, 50n, '19', 10n], // 9.5
    [1003n, 997n, '19', 189n], // 189.43
    [3n, 2n, '20', 0n], // 0.4
    [1000n, 250n, '20', 50n],
    [1000n, 2n, '25', 1n], // 0.5
  ])('of a fee of %d a note over %d at %s %% is taxed %d', (net, amountCents, rate, expected) => {
    expect(itemTaxes({ fee: fee(net, rate), amountCents })).toBe(expected);
  });

  it('a second note is taxed by what both credit, less what the first took', () => {
    const first = credited(fee(103n, '20'), 52n);
    expect(first.creditedTaxesCents).toBe(10n); // 10.4
    expect(itemTaxes({ fee: first, amountCents: 30n })).toBe(6n); // 16.4 - 10
    expect(itemTaxes({ fee: first, amountCents: 51n })).toBe(11n); // 21 - 10
  });

  it('several taxes are added up before they are rounded', () => {
    const taxed = fee(100n, '0', { taxRates: ['4.2', '4.2'], taxesAmountCents: 8n });
    expect(itemTaxes({ fee: taxed, amountCents: 6n })).toBe(1n); // 0.504; each alone rounds to 0
  });

  it('taxes that do not follow from the rates are credited in proportion', () => {
    const levied = fee(1000n, '20', { taxesAmountCents: 55n });
    expect(itemTaxes({ fee: levied, amountCents: 500n })).toBe(28n); // 27.5
    expect(itemTaxes({ fee: credited(levied, 500n), amountCents: 500n })).toBe(27n);
  });

  it('an item is never taxed below zero', () => {
    const fallen = { creditedCents: 500n, creditedTaxesCents: 100n };
    expect(itemTaxes({ fee: fee(1000n, '0', fallen), amountCents: 1n })).toBe(0n);
    expect(itemTaxes({ fee: fee(1000n, '0', fallen), amountCents: 500n })).toBe(0n);
  });

  it('each note is taxed right to the rounding, and the notes that use up a fee take exactly its taxes', () => {
    const rates = fc.constantFrom('0', '5.5', '7.7', '19', '20', '33.333');
    const parts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 100_000n }), rates, parts, (net, rate, steps) => {
        let state = fee(net, rate);
        const take = (amountCents: bigint): void => {
          const after = credited(state, amountCents);
          const taxes = after.creditedTaxesCents - state.creditedTaxesCents;
          expect(Math.abs(Number(taxes) - (Number(amountCents) * Number(rate)) / 100)).toBeLessThan(1 + 1e-6);
          expect(taxes >= 0n && after.creditedTaxesCents <= state.taxesAmountCents).toBe(true);
          state = after;
        };
        for (const part of steps) take(BigInt(Math.floor(Number(creditableCents(state)) * part)));
        take(creditableCents(state));
        expect(state.creditedTaxesCents).toBe(state.taxesAmountCents);
      }),
    );
  });
});
