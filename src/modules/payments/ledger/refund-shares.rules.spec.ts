import fc from 'fast-check';
import type { OpenRefund } from '../../credit-notes';
import {
  refundableCents,
  refundableForNote,
  sharesOfFailure,
  sharesOfReport,
  sharesWithoutNote,
  type RefundableMoney,
} from './refund-shares.rules';

const note = (creditNoteId: string, invoiceId: string, leftCents: bigint): OpenRefund => ({
  creditNoteId,
  invoiceId,
  status: 'finalized',
  leftCents,
});

/** 1.00 and 2.00 paid on two invoices, and 0.30 that were not due; a note of the first refunds 0.40. */
const money: RefundableMoney = {
  invoices: [
    { invoiceId: 'a', leftCents: 100n, freeCents: 60n },
    { invoiceId: 'b', leftCents: 200n, freeCents: 200n },
  ],
  excessCents: 30n,
  openNotes: [note('n', 'a', 40n)],
};

const share = (invoiceId: string, creditNoteId: string | null, amountCents: bigint) => ({
  invoiceId,
  creditNoteId,
  amountCents,
});

describe('refunds by hand', () => {
  it('what notes will refund is not refundable without them', () => {
    expect(refundableCents(money)).toBe(290n);
    expect(sharesWithoutNote(money, 290n)).toEqual([share('a', null, 60n), share('b', null, 200n)]);
  });

  it('money that was not due is refunded first, then that of the oldest invoice', () => {
    expect(sharesWithoutNote(money, 30n)).toEqual([]);
    expect(sharesWithoutNote(money, 40n)).toEqual([share('a', null, 10n)]);
  });

  it('a note is refunded at most what this payment paid of its invoice', () => {
    expect(refundableForNote(money, note('n', 'a', 40n))).toBe(40n);
    expect(refundableForNote(money, note('n', 'a', 400n))).toBe(100n);
    expect(refundableForNote(money, note('n', 'other', 40n))).toBe(0n);
  });

  it('notes that refund more than is left leave nothing free', () => {
    expect(
      refundableCents({ ...money, invoices: [{ invoiceId: 'a', leftCents: 10n, freeCents: -5n }] }),
    ).toBe(30n);
  });
});

describe('refunds that a provider reports', () => {
  it('pending notes are refunded first, then money that was not due, then the oldest invoice', () => {
    expect(sharesOfReport(money, 30n)).toEqual([share('a', 'n', 30n)]);
    expect(sharesOfReport(money, 80n)).toEqual([share('a', 'n', 40n), share('a', null, 10n)]);
  });

  it('a reported refund takes what the draft of a note would refund only when nothing else is left', () => {
    const drafted = { ...money, openNotes: [{ ...note('n', 'a', 40n), status: 'draft' as const }] };
    expect(sharesOfReport(drafted, 330n)).toEqual([
      share('a', null, 60n),
      share('b', null, 200n),
      share('a', null, 40n),
    ]);
  });

  it('all of a payment can be reported, and no invoice returns more than was paid of it', () => {
    const cents = fc.bigInt({ min: 0n, max: 1000n });
    const invoices = fc.array(
      fc.record({ leftCents: cents, freeCents: fc.bigInt({ min: -500n, max: 1000n }) }),
      {
        maxLength: 4,
      },
    );
    fc.assert(
      fc.property(invoices, cents, fc.array(cents, { maxLength: 4 }), (lefts, excessCents, notes) => {
        const all: RefundableMoney = {
          invoices: lefts.map((it, index) => ({ ...it, invoiceId: String(index) })),
          excessCents,
          openNotes: notes.map((left, index) => note(`n${index}`, String(index % 2), left)),
        };
        const total = all.invoices.reduce((sum, it) => sum + it.leftCents, excessCents);
        const shares = sharesOfReport(all, total);
        for (const { invoiceId, leftCents } of all.invoices) {
          const own = shares.filter((it) => it.invoiceId === invoiceId);
          expect(own.reduce((sum, it) => sum + it.amountCents, 0n)).toBe(leftCents);
        }
      }),
    );
  });
});

describe('refunds that failed', () => {
  const given = { creditNoteId: 'n', invoiceId: 'a', paymentRefundId: 'r', amountCents: 40n };
  const returned = {
    invoices: [
      { invoiceId: 'a', refundedCents: 60n },
      { invoiceId: 'b', refundedCents: 50n },
    ],
    forNotes: [given],
    excessCents: 10n,
  };

  it('the note that the failed refund was made for gets it back', () => {
    expect(sharesOfFailure(returned, 40n, 'r')).toEqual([{ ...share('a', 'n', 40n), paymentRefundId: 'r' }]);
  });

  it('another refund is taken from money of no note first, the newest invoice first', () => {
    const plain = { paymentRefundId: null };
    expect(sharesOfFailure(returned, 100n, 'other')).toEqual([
      { ...share('b', null, 50n), ...plain },
      { ...share('a', null, 20n), ...plain },
      { ...share('a', 'n', 20n), paymentRefundId: 'r' },
    ]);
  });
});
