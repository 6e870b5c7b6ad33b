import type { CreditableFee } from './credit-note-taxes.rules';
import { creditNoteNumber, creditedFees, obstacleToVoid, splitOf, splitProblems } from './credit-note.rules';

const fee = (id: string, amountCents: bigint, creditedCents = 0n): CreditableFee => ({
  id,
  amountCents,
  taxesAmountCents: 0n,
  creditedCents,
  creditedTaxesCents: 0n,
});

describe('creditNoteNumber', () => {
  it('counts the notes of an invoice', () => {
    expect(creditNoteNumber('ACM-000042', 3)).toBe('ACM-000042-CN3');
    expect(creditNoteNumber(null, 3)).toBeNull();
  });
});

describe('creditedFees', () => {
  const fees = [fee('a', 100n), fee('b', 50n, 20n)];

  it('takes what the fees still allow', () => {
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

  it('names every item that cannot be', () => {
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
});

describe('splitOf', () => {
  it('is all credit when nothing is said, else what is said', () => {
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

  it('accepts what adds up within the limits', () => {
    expect(fields(10n, 0n, 0n)).toEqual([]);
    expect(fields(2n, 5n, 3n)).toEqual([]);
  });

  it('refuses what does not add up, naming the total', () => {
    expect(fields(9n, 0n, 0n)).toEqual(['credit_amount_cents']);
    const [problem] = splitProblems(10n, splitOf(10n, { creditCents: 11n }), limits);
    expect(problem?.message).toContain('add up to 10');
  });

  it('refuses a refund of what was not paid and an offset of what is not due', () => {
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

  it('is none for a finalized note whose credit is unused', () => {
    expect(obstacleToVoid(unused)).toBeNull();
  });

  it('is none for a draft, whatever it would do', () => {
    expect(obstacleToVoid({ ...unused, status: 'draft', refundAmountCents: 1n })).toBeNull();
  });

  it.each([
    ['a voided note', { status: 'voided' as const }],
    ['a note that invoices used', { balanceAmountCents: 9n }],
    ['a note that refunded', { refundAmountCents: 1n }],
    ['a note that offset', { offsetAmountCents: 1n }],
  ])('is there for %s', (_, change) => {
    expect(obstacleToVoid({ ...unused, ...change })).toMatch(/\.$/);
  });
});
