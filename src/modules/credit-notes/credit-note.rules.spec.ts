import type { CreditableFee } from './credit-note-taxes.rules';
import {
  creditNoteNumber,
  creditedFees,
  obstacleToVoid,
  splitOf,
  splitProblems,
  unusedCredit,
  unusedFeeSplit,
} from './credit-note.rules';

const fee = (id: string, amountCents: bigint, creditedCents = 0n): CreditableFee => ({
  id,
  amountCents,
  netAmountCents: amountCents,
  taxesAmountCents: 0n,
  creditedCents,
  creditedTaxesCents: 0n,
  taxes: [],
  creditedTaxes: [],
});

describe('creditNoteNumber', () => {
  it('the number of a note consists of its invoice number and its sequence number', () => {
    expect(creditNoteNumber('ACM-000042', 3)).toBe('ACM-000042-CN3');
    expect(creditNoteNumber(null, 3)).toBeNull();
  });
});

describe('creditedFees', () => {
  const fees = [fee('a', 100n), fee('b', 50n, 20n)];

  it('items up to the uncredited amounts of their fees are accepted', () => {
    const { items, problems } = creditedFees(fees, [
      { feeId: 'b', amountCents: 30n },
      { feeId: 'a', amountCents: 1n },
    ]);
    expect(problems).toEqual([]);
    expect(items).toEqual([
      { fee: fees[1], amountCents: 30n },
      { fee: fees[0], amountCents: 1n },
    ]);
  });

  it('every item that exceeds its fee, names an unknown fee or repeats a fee is reported', () => {
    const { problems } = creditedFees(fees, [
      { feeId: 'b', amountCents: 31n },
      { feeId: 'c', amountCents: 1n },
      { feeId: 'a', amountCents: 1n },
      { feeId: 'a', amountCents: 1n },
    ]);
    expect(problems.map((it) => [it.field, it.code])).toEqual([
      ['items.0.amount_cents', 'out_of_range'],
      ['items.1.fee_id', 'unknown_fee'],
      ['items.3.fee_id', 'duplicate'],
    ]);
    expect(problems[0]?.message).toContain('at most 30');
  });

  it('of a fee with a discount, only the net amount can be credited', () => {
    const discounted = { ...fee('a', 100n, 20n), netAmountCents: 70n };
    expect(creditedFees([discounted], [{ feeId: 'a', amountCents: 50n }]).problems).toEqual([]);
    const { problems } = creditedFees([discounted], [{ feeId: 'a', amountCents: 51n }]);
    expect(problems[0]?.message).toContain('at most 50');
  });
});

describe('splitOf', () => {
  it('the whole total becomes credit unless the request sends amounts', () => {
    expect(splitOf(10n, {})).toEqual({ creditCents: 10n, refundCents: 0n, offsetCents: 0n });
    expect(splitOf(10n, { refundCents: 4n })).toEqual({ creditCents: 0n, refundCents: 4n, offsetCents: 0n });
  });
});

describe('splitProblems', () => {
  const limits = { refundableCents: 5n, offsettableCents: 3n };
  const fields = (credit: bigint, refund: bigint, offset: bigint): string[] =>
    splitProblems(10n, { creditCents: credit, refundCents: refund, offsetCents: offset }, limits).map(
      (it) => it.field,
    );

  it('a split that adds up to the total and is within the limits is accepted', () => {
    expect(fields(10n, 0n, 0n)).toEqual([]);
    expect(fields(2n, 5n, 3n)).toEqual([]);
  });

  it('a split that does not add up is refused with a message that names the total', () => {
    expect(fields(9n, 0n, 0n)).toEqual(['credit_amount_cents']);
    const [problem] = splitProblems(10n, splitOf(10n, { creditCents: 11n }), limits);
    expect(problem?.message).toContain('add up to 10');
  });

  it('a refund above the amount paid and an offset above the amount due are refused', () => {
    expect(fields(4n, 6n, 0n)).toEqual(['refund_amount_cents']);
    expect(fields(6n, 0n, 4n)).toEqual(['offset_amount_cents']);
    expect(fields(0n, 6n, 4n)).toEqual(['refund_amount_cents', 'offset_amount_cents']);
  });
});

describe('obstacleToVoid', () => {
  const unused = {
    status: 'finalized',
    creditAmountCents: 10n,
    refundAmountCents: 0n,
    offsetAmountCents: 0n,
    balanceAmountCents: 10n,
  } as const;

  it('an unused finalized note can be voided', () => {
    expect(obstacleToVoid(unused)).toBeNull();
  });

  it('a draft with a refund can be voided', () => {
    expect(obstacleToVoid({ ...unused, status: 'draft', refundAmountCents: 1n })).toBeNull();
  });

  it.each([
    ['a voided note', { status: 'voided' as const }],
    ['a note with used credit', { balanceAmountCents: 9n }],
    ['a note with a refund', { refundAmountCents: 1n }],
    ['a note with an offset', { offsetAmountCents: 1n }],
  ])('%s cannot be voided', (_, change) => {
    expect(obstacleToVoid({ ...unused, ...change })).toMatch(/\.$/);
  });
});

describe('unusedCredit', () => {
  it.each([
    [3100n, 0n, 1500n, 1500n],
    [3100n, 1000n, 1500n, 500n],
    [3100n, 1500n, 1500n, 0n],
    [3100n, 2000n, 1500n, 0n],
    [3100n, 0n, 0n, 0n],
    [1000n, 0n, 1500n, 1000n],
    [1000n, 400n, 1500n, 600n],
  ])('of a fee of %s with %s credited and %s unused, %s is credited', (amount, credited, unused, credit) => {
    expect(unusedCredit(fee('fee', amount, credited), unused)).toBe(credit);
  });

  it.each([
    // 20 % off 31.00: 15 of 31 days are worth 12.00
    [3100n, 2480n, 0n, 1500n, 1200n],
    [3100n, 2480n, 700n, 1500n, 500n],
    // 1550 * 1001 / 3100 = 500.5
    [3100n, 1001n, 0n, 1550n, 501n],
    [3100n, 2480n, 0n, 3100n, 2480n],
    [3100n, 0n, 0n, 1500n, 0n],
    [0n, 0n, 0n, 0n, 0n],
  ])(
    'of a fee of %s that discounts lower to %s, with %s credited and %s unused, %s is credited',
    (amount, netAmountCents, credited, unused, credit) => {
      expect(unusedCredit({ ...fee('fee', amount, credited), netAmountCents }, unused)).toBe(credit);
    },
  );
});

describe('unusedFeeSplit', () => {
  it.each([
    // Unpaid, paid in part, paid, and paid by a wallet
    ['offset', 0n, 3100n, [0n, 1500n, 0n]],
    ['offset', 2000n, 1100n, [0n, 1100n, 400n]],
    ['offset', 3100n, 0n, [0n, 0n, 1500n]],
    ['offset', 0n, 0n, [0n, 0n, 1500n]],
    ['refund', 0n, 3100n, [0n, 1500n, 0n]],
    ['refund', 1000n, 2100n, [1000n, 500n, 0n]],
    ['refund', 3100n, 0n, [1500n, 0n, 0n]],
    ['refund', 0n, 0n, [0n, 0n, 1500n]],
    ['refund', -100n, 200n, [0n, 200n, 1300n]],
    ['credit', 1000n, 2100n, [0n, 0n, 1500n]],
  ] as const)(
    '%s of 1500 with %s refundable and %s offsettable',
    (returnAs, refundable, offsettable, split) => {
      const limits = { refundableCents: refundable, offsettableCents: offsettable };
      const { refundCents, offsetCents, creditCents } = unusedFeeSplit(1500n, returnAs, limits);
      expect([refundCents, offsetCents, creditCents]).toEqual(split);
    },
  );
});
