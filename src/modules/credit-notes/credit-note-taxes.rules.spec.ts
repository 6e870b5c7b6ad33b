import fc from 'fast-check';
import { taxCents } from '../taxes';
import { creditableCents, itemTaxes, type CreditableFee } from './credit-note-taxes.rules';

/** A fee with the taxes of its rates, and what its notes have credited of amount and taxes. */
const fee = (amountCents: bigint, taxRates: readonly string[], credited = [0n, 0n]): CreditableFee => ({
  id: 'fee',
  amountCents,
  netAmountCents: amountCents,
  taxesAmountCents: taxCents(amountCents, taxRates),
  creditedCents: credited[0] ?? 0n,
  creditedTaxesCents: credited[1] ?? 0n,
  taxes: taxRates.map((rate, index) => ({ code: `tax-${index}`, name: 'Tax', rate, amountCents: 0n })),
  creditedTaxes: [],
});

/** Returns the fee after a note over a part of it, and the taxes of that note. */
function credit(before: CreditableFee, amountCents: bigint): { after: CreditableFee; taxes: bigint } {
  const taxes = itemTaxes({ fee: before, amountCents });
  const after = {
    ...before,
    creditedCents: before.creditedCents + amountCents,
    creditedTaxesCents: before.creditedTaxesCents + taxes,
  };
  return { after, taxes };
}

const RATE = fc
  .bigInt({ min: 0n, max: 1_000_000n })
  .map((it) => `${it / 10_000n}.${String(it % 10_000n).padStart(4, '0')}`);
const FEE = fc.record({
  amount: fc.oneof(fc.bigInt({ min: 1n, max: 300n }), fc.bigInt({ min: 1n, max: 2n ** 53n - 1n })),
  rates: fc.array(RATE, { maxLength: 3 }),
});
const PARTS = fc.array(fc.bigInt({ min: 0n, max: 1000n }), { maxLength: 12 });
const partOf = (cents: bigint, thousandths: bigint): bigint => (cents * thousandths) / 1000n;

describe('itemTaxes', () => {
  it.each([
    [99999n, ['19'], 72602n, 13794n],
    [53n, ['19'], 50n, 10n],
    [1003n, ['19'], 997n, 189n],
    [3n, ['20'], 2n, 0n],
    // 14.975 % of 101 is 15.12475
    [1000n, ['5', '9.975'], 101n, 15n],
    [1000n, [], 101n, 0n],
  ])('of a fee of %s with %j, a first note over %s has taxes of %s', (amount, rates, part, taxes) => {
    expect(itemTaxes({ fee: fee(amount, rates), amountCents: part })).toBe(taxes);
  });

  it('a later note has the taxes on everything credited, less those of the earlier notes', () => {
    const first = credit(fee(103n, ['20']), 52n);
    expect(first.taxes).toBe(10n);
    expect(credit(first.after, 51n).taxes).toBe(11n);
    expect(credit(credit(fee(53n, ['19']), 50n).after, 3n).taxes).toBe(0n);
  });

  it('taxes that do not follow from the rates are credited in proportion', () => {
    const levied = { ...fee(1000n, ['20']), taxesAmountCents: 250n };
    expect(credit(levied, 2n).taxes).toBe(1n);
    expect(credit(credit(levied, 2n).after, 998n).taxes).toBe(249n);
  });

  it('a note has no taxes once the earlier notes have credited more than the fee has now', () => {
    expect(itemTaxes({ fee: fee(10n, ['40'], [5n, 5n]), amountCents: 5n })).toBe(0n);
  });

  it('each note is right by itself: within one cent of its amount times the rate, the first within half', () => {
    fc.assert(
      fc.property(FEE, PARTS, ({ amount, rates }, parts) => {
        let current = fee(amount, rates);
        parts.forEach((part, index) => {
          const amountCents = partOf(creditableCents(current), part);
          const { after, taxes } = credit(current, amountCents);
          const alone = taxCents(amountCents, rates);
          const difference = taxes > alone ? taxes - alone : alone - taxes;
          expect(difference <= (index === 0 ? 0n : 1n)).toBe(true);
          current = after;
        });
      }),
    );
  });

  it('the notes of a fee never credit more than its taxes, and exactly its taxes with the whole fee', () => {
    const steps = fc.array(fc.record({ part: fc.bigInt({ min: 0n, max: 1000n }), isVoided: fc.boolean() }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(FEE, steps, fc.nat(), ({ amount, rates }, notes, seed) => {
        // Notes of the fee that are not voided: amount and taxes.
        const valid: { amountCents: bigint; taxes: bigint }[] = [];
        const current = (): CreditableFee =>
          fee(amount, rates, [
            valid.reduce((sum, it) => sum + it.amountCents, 0n),
            valid.reduce((sum, it) => sum + it.taxes, 0n),
          ]);
        for (const { part, isVoided } of notes) {
          const amountCents = partOf(creditableCents(current()), part);
          const { after, taxes } = credit(current(), amountCents);
          expect(taxes >= 0n && after.creditedTaxesCents <= after.taxesAmountCents).toBe(true);
          valid.push({ amountCents, taxes });
          if (isVoided) valid.splice(seed % valid.length, 1);
        }
        const { after } = credit(current(), creditableCents(current()));
        expect([after.creditedCents, after.creditedTaxesCents]).toEqual([amount, after.taxesAmountCents]);
      }),
    );
  });
});
