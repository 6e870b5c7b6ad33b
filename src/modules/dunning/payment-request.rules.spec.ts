import fc from 'fast-check';
import type { PayableInvoice } from '../invoices';
import {
  allocate,
  allocatePayment,
  byCurrency,
  endWith,
  invoiceErrors,
  isFinalFailure,
  nextStep,
  stateAfter,
} from './payment-request.rules';

const invoice = (fields: Partial<PayableInvoice> = {}): PayableInvoice => ({
  id: 'i1',
  number: 'ACM-001',
  customerId: 'c1',
  status: 'finalized',
  currency: 'EUR',
  issuingDate: '2026-01-01',
  totalAmountCents: 100n,
  amountDueCents: 100n,
  amountPaidCents: 0n,
  paymentOverdue: true,
  fees: [],
  ...fields,
});
const paid = { status: 'paid', amountDueCents: 0n } as const;
const voided = { status: 'voided', amountDueCents: 0n } as const;
const due = { status: 'finalized', amountDueCents: 1n } as const;

describe('attempts of a payment request', () => {
  const request = (paymentAttempts: number, maxAttempts: number | null = 3) => ({
    maxAttempts,
    paymentAttempts,
    lastPaymentId: `p${paymentAttempts}`,
  });

  it('attempts continue up to the maximum, then the request fails', () => {
    expect([1, 2, 3].map((it) => nextStep(request(it)))).toEqual(['attempt', 'attempt', 'give_up']);
    expect(nextStep(request(1, 1))).toBe('give_up');
  });

  it('the failure of a payment is final only for the last attempt', () => {
    expect(isFinalFailure(request(2), 'p2')).toBe(false);
    expect(isFinalFailure(request(3), 'p2')).toBe(false);
    expect(isFinalFailure(request(3), 'p3')).toBe(true);
    expect(isFinalFailure(request(3), 'by hand')).toBe(false);
  });

  it('the failure of a payment is final for a request created through the API', () => {
    expect(isFinalFailure({ ...request(0, null), lastPaymentId: null }, 'any')).toBe(true);
  });

  it('invoices of a failed campaign request are exhausted, all others are released', () => {
    expect(stateAfter('failed', 3)).toBe('exhausted');
    expect(stateAfter('failed', null)).toBe('released');
    expect(stateAfter('succeeded', 3)).toBe('released');
  });
});

describe('endWith', () => {
  it('a request with an amount due does not end', () => {
    expect(endWith([paid, due, voided])).toBeNull();
  });

  it('a request succeeds if any invoice was paid, and fails if all were voided', () => {
    expect(endWith([paid, paid])).toBe('succeeded');
    expect(endWith([voided, paid])).toBe('succeeded');
    expect(endWith([voided, voided])).toBe('failed');
  });
});

describe('allocate', () => {
  it('an amount is allocated to the amounts due in order', () => {
    expect(allocate(150n, [100n, 100n, 100n])).toEqual([100n, 50n, 0n]);
    expect(allocate(0n, [5n])).toEqual([0n]);
    expect(allocate(9n, [5n])).toEqual([5n]);
  });

  it('the parts add up to the amount or the sum due, whichever is lower, and none exceeds its amount due', () => {
    const cents = fc.bigInt({ min: 0n, max: 10_000n });
    fc.assert(
      fc.property(cents, fc.array(cents), (amount, dues) => {
        const parts = allocate(amount, dues);
        const sum = (them: bigint[]): bigint => them.reduce((a, b) => a + b, 0n);
        const most = sum(dues) < amount ? sum(dues) : amount;
        expect(sum(parts)).toBe(most);
        parts.forEach((part, i) => {
          expect(part >= 0n && part <= (dues[i] ?? -1n)).toBe(true);
          // All later parts are 0 unless this amount due is fully covered.
          if (part < (dues[i] ?? 0n)) expect(sum(parts.slice(i + 1))).toBe(0n);
        });
      }),
    );
  });
});

describe('allocatePayment', () => {
  const debt = (dueCents: bigint, reversedCents = 0n) => ({ dueCents, reversedCents });

  it('restores what was reversed, then pays the invoices in order', () => {
    const none = [0n, 0n];
    expect(allocatePayment(150n, [debt(100n), debt(100n)])).toEqual({ parts: [100n, 50n], moved: none });
    expect(allocatePayment(100n, [debt(100n), debt(100n, 100n)])).toEqual({ parts: [0n, 100n], moved: none });
    expect(allocatePayment(150n, [debt(100n, 50n), debt(100n, 100n)])).toEqual({
      ...{ parts: [50n, 100n], moved: none },
    });
    expect(allocatePayment(160n, [debt(100n), debt(100n, 100n)])).toEqual({
      parts: [60n, 100n],
      moved: none,
    });
  });

  it('what is no longer due where it was paid moves to the other invoices', () => {
    expect(allocatePayment(100n, [debt(100n), debt(30n, 100n)])).toEqual({
      ...{ parts: [70n, 30n], moved: [0n, 70n] },
    });
    expect(allocatePayment(100n, [debt(0n, 100n), debt(0n)])).toEqual({ parts: [0n, 0n], moved: [0n, 0n] });
  });

  it('pays as much as without a reversal, and records each reversed amount as paid, moved or left', () => {
    const cents = fc.bigInt({ min: 0n, max: 1000n });
    const sum = (them: readonly bigint[]): bigint => them.reduce((a, b) => a + b, 0n);
    fc.assert(
      fc.property(cents, fc.array(fc.tuple(cents, cents)), (amount, pairs) => {
        const debts = pairs.map((it) => debt(...it));
        const { parts, moved } = allocatePayment(amount, debts);
        const dues = debts.map((it) => it.dueCents);
        expect(sum(parts)).toBe(sum(allocate(amount, dues)));
        debts.forEach(({ dueCents, reversedCents }, i) => {
          const [part = 0n, away = 0n] = [parts[i], moved[i]];
          expect(part <= dueCents).toBe(true);
          expect(away >= 0n && (away === 0n || part + away <= reversedCents)).toBe(true);
        });
      }),
    );
  });
});

describe('byCurrency', () => {
  it('invoices keep their order within a currency', () => {
    const groups = byCurrency([
      { id: 1, currency: 'EUR' },
      { id: 2, currency: 'USD' },
      { id: 3, currency: 'EUR' },
    ]);
    expect([...groups].map(([currency, them]) => [currency, them.map((it) => it.id)])).toEqual([
      ['EUR', [1, 3]],
      ['USD', [2]],
    ]);
  });
});

describe('invoiceErrors', () => {
  const codes = (invoices: (PayableInvoice | null)[]): string[] =>
    invoiceErrors(invoices, 'c1').map((it) => `${it.field} ${it.code}`);

  it('invoices with an amount due are accepted', () => {
    expect(codes([invoice(), invoice({ id: 'i2', amountDueCents: 1n })])).toEqual([]);
  });

  it('an empty list of invoices is refused', () => {
    expect(codes([])).toEqual(['invoice_ids too_short']);
  });

  it('an unknown invoice, an invoice of another customer and an invoice that is not due are reported under their indexes', () => {
    expect(
      codes([
        null,
        invoice({ id: 'i2', customerId: 'c2' }),
        invoice({ id: 'i3', status: 'draft' }),
        invoice({ id: 'i4', ...voided }),
        invoice({ id: 'i5', ...paid }),
        invoice({ id: 'i6' }),
      ]),
    ).toEqual([
      'invoice_ids.0 unknown_invoice',
      'invoice_ids.1 unknown_invoice',
      'invoice_ids.2 invalid_state',
      'invoice_ids.3 invalid_state',
      'invoice_ids.4 invalid_state',
    ]);
  });

  it('a repeated invoice and an invoice in a different currency from the first are refused', () => {
    expect(codes([invoice(), invoice(), invoice({ id: 'i2', currency: 'USD' })])).toEqual([
      'invoice_ids.1 duplicate',
      'invoice_ids.2 invalid_currency',
    ]);
  });
});
