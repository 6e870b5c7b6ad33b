import fc from 'fast-check';
import { AmountOutOfRangeError, MAX_AMOUNT_CENTS } from '../../platform/domain/money';
import {
  INVOICE_STATUSES,
  canMove,
  datesByTerms,
  datesOnFinalization,
  dueOf,
  graceEndsAt,
  invoiceNumber,
  numberPrefix,
  overdueState,
  sumCents,
  totalOf,
  unitsTimesCents,
} from './invoice.rules';

const cents = fc.bigInt({ min: 0n, max: MAX_AMOUNT_CENTS });

describe('invoice transitions', () => {
  it('canMove allows only the documented transitions', () => {
    const allowed = INVOICE_STATUSES.flatMap((from) =>
      INVOICE_STATUSES.filter((to) => canMove(from, to)).map((to) => `${from} -> ${to}`),
    );
    expect(allowed).toEqual([
      'draft -> finalized',
      'finalized -> paid',
      'finalized -> voided',
      'paid -> finalized',
    ]);
  });
});

describe('invoice amounts', () => {
  it('credits, payments, offsets and the amount due add up to fees - coupons + taxes', () => {
    const parts = fc.record({
      feesAmountCents: cents,
      couponsAmountCents: cents,
      taxesAmountCents: cents,
      creditNotesAmountCents: cents,
      prepaidCreditAmountCents: cents,
      amountPaidCents: cents,
      offsetAmountCents: cents,
    });
    fc.assert(
      fc.property(parts, (it) => {
        const due = dueOf({ ...it, totalAmountCents: totalOf(it) });
        const given = it.creditNotesAmountCents + it.prepaidCreditAmountCents + it.amountPaidCents;
        expect(due + given + it.offsetAmountCents).toBe(
          it.feesAmountCents - it.couponsAmountCents + it.taxesAmountCents,
        );
      }),
    );
  });

  it('sumCents accepts 2^53-1 and refuses a larger sum', () => {
    expect(sumCents([])).toBe(0n);
    expect(sumCents([MAX_AMOUNT_CENTS - 1n, 1n])).toBe(MAX_AMOUNT_CENTS);
    expect(() => sumCents([MAX_AMOUNT_CENTS, 1n])).toThrow(AmountOutOfRangeError);
  });

  it('unitsTimesCents rounds the product once, half up', () => {
    expect(unitsTimesCents('1.5', 333n)).toBe(500n); // 499.5
    expect(unitsTimesCents('0.004', 100n)).toBe(0n);
    expect(unitsTimesCents('0.005', 100n)).toBe(1n);
    expect(unitsTimesCents('0.00000000000000000001', MAX_AMOUNT_CENTS)).toBe(0n);
    expect(() => unitsTimesCents('2', MAX_AMOUNT_CENTS)).toThrow(AmountOutOfRangeError);
  });

  it('unitsTimesCents is within half a cent of the exact product', () => {
    const thousandths = fc.bigInt({ min: 1n, max: 10_000_000n });
    const prices = fc.bigInt({ min: 0n, max: 1_000_000n });
    fc.assert(
      fc.property(thousandths, prices, (units, price) => {
        const text = `${units / 1000n}.${String(units % 1000n).padStart(3, '0')}`;
        const away = unitsTimesCents(text, price) * 1000n - units * price;
        expect(away > -500n && away <= 500n).toBe(true);
      }),
    );
  });
});

describe('invoice dates', () => {
  const draft = {
    timezone: 'America/New_York',
    netPaymentTerm: 30,
    issuingDate: '2026-02-04',
    paymentDueDate: '2026-03-06',
  };

  it("a grace period ends at the start of the issuing date in the customer's time zone", () => {
    expect(graceEndsAt(draft)).toEqual(new Date('2026-02-04T05:00:00Z'));
  });

  it('a draft finalized early is issued today, and a draft finalized late keeps its dates', () => {
    const at = (instant: string) => datesOnFinalization(draft, new Date(instant));
    expect(at('2026-02-02T04:59:59Z')).toEqual({ issuingDate: '2026-02-01', paymentDueDate: '2026-03-03' });
    const planned = { issuingDate: '2026-02-04', paymentDueDate: '2026-03-06' };
    expect(at('2026-02-04T05:00:00Z')).toEqual(planned);
    expect(at('2026-06-01T00:00:00Z')).toEqual(planned);
  });

  it('the dates of a draft move with the grace period and the payment term', () => {
    const moved = (addedGraceDays: number) => datesByTerms(draft, { addedGraceDays, netPaymentTerm: 14 });
    expect(moved(3)).toEqual({
      netPaymentTerm: 14,
      issuingDate: '2026-02-07',
      paymentDueDate: '2026-02-21',
      nextActionAt: new Date('2026-02-07T05:00:00Z'),
    });
    expect(moved(-4)).toMatchObject({ issuingDate: '2026-01-31', paymentDueDate: '2026-02-14' });
    expect(moved(33).nextActionAt).toEqual(new Date('2026-03-09T04:00:00Z')); // after the clock change
  });

  it('an invoice with an amount due is overdue from the day after its due date', () => {
    const from = new Date('2026-03-07T05:00:00Z');
    const state = (due: bigint, at: Date) => overdueState({ ...draft, amountDueCents: due }, at);
    expect(state(1n, new Date(from.getTime() - 1))).toEqual({ paymentOverdue: false, nextActionAt: from });
    expect(state(1n, from)).toEqual({ paymentOverdue: true, nextActionAt: null });
    expect(state(0n, from)).toEqual({ paymentOverdue: false, nextActionAt: null });
  });
});

describe('invoice numbers', () => {
  it("a number begins with the organization's name and the end of its ID", () => {
    const id = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';
    const prefix = (name: string): string => numberPrefix({ id, name });
    expect(prefix('Acme Inc.')).toBe('ACM-1B0A');
    expect(prefix('é 2 x')).toBe('E2X-1B0A');
    expect(prefix('A')).toBe('A-1B0A');
    expect(prefix('株式会社')).toBe('INV-1B0A');
  });

  it('a number has at least three digits', () => {
    expect([1, 42, 999, 1000].map((it) => invoiceNumber('ACM-1B0A', it))).toEqual([
      'ACM-1B0A-001',
      'ACM-1B0A-042',
      'ACM-1B0A-999',
      'ACM-1B0A-1000',
    ]);
  });
});
