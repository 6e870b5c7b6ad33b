import fc from 'fast-check';
import { documentData, aLine } from '../../../test/support/documents';
import type { DocumentedCreditNote } from '../credit-notes';
import type { DocumentedInvoice } from '../invoices';
import type { DocumentLine } from './document-data';
import { creditNoteData, invoiceData, taxBreakdown } from './document-data.rules';

const { seller, buyer } = documentData();
const FROZEN = { seller, buyer, locale: 'en', logo: null };
const NOW = new Date('2026-02-10T00:00:00Z');
const FINAL = { isCurrent: false, now: NOW };
const CURRENT = { isCurrent: true, now: NOW };

const INVOICE: DocumentedInvoice = {
  id: 'i',
  number: 'ACM-1-007',
  customer_id: 'c',
  subscription_id: 's',
  invoice_type: 'subscription',
  status: 'finalized',
  currency: 'EUR',
  timezone: 'Europe/Paris',
  billing_period: { from: '2025-12-31T23:00:00.000Z', to: '2026-01-31T23:00:00.000Z' },
  fees: [
    {
      id: 'f',
      type: 'subscription',
      description: 'Pro',
      units: '1',
      unit_amount: '49',
      amount_cents: 4900,
      discount_amount_cents: 900,
      net_amount_cents: 4000,
      taxes_amount_cents: 800,
      applied_taxes: [{ code: 'vat', name: 'VAT', rate: '20' }],
      billable_metric_code: null,
      charge_id: null,
      plan_id: null,
      from: '2025-12-31T23:00:00.000Z',
      to: '2026-01-31T23:00:00.000Z',
      billed_days: 31,
      period_days: 31,
      events_count: null,
    },
  ],
  fees_amount_cents: 4900,
  coupons_amount_cents: 900,
  coupons: [{ applied_coupon_id: 'a', code: 'welcome', name: 'Welcome', amount_cents: 900 }],
  taxes_amount_cents: 800,
  credit_notes_amount_cents: 100,
  prepaid_credit_amount_cents: 200,
  total_amount_cents: 4500,
  amount_paid_cents: 4000,
  offset_amount_cents: 0,
  amount_due_cents: 500,
  issuing_date: '2026-02-01',
  payment_due_date: '2026-03-03',
  payment_overdue: false,
  buyer,
  document_sha256: null,
  finalized_at: '2026-02-01T00:00:04.000Z',
  paid_at: null,
  voided_at: null,
  created_at: '2026-02-01T00:00:04.000Z',
  updated_at: '2026-02-01T00:00:04.000Z',
};

const amounts = ({ amounts: list }: ReturnType<typeof invoiceData>): [string, number][] =>
  list.map((it) => [it.kind, it.amountCents]);

describe('the data of the document of an invoice', () => {
  it('has the parts of the total in their order, which add up', () => {
    expect(amounts(invoiceData(INVOICE, FROZEN, FINAL))).toEqual([
      ['subtotal', 4900],
      ['discount', -900],
      ['total_before_taxes', 4000],
      ['taxes_total', 800],
      ['credit_notes', -100],
      ['prepaid_credits', -200],
      ['total', 4500],
    ]);
  });

  it('shows days of the zone of the invoice, the last one included', () => {
    const { billingPeriod, lines } = invoiceData(INVOICE, FROZEN, FINAL);
    expect(billingPeriod).toEqual({ from: '2026-01-01', to: '2026-01-31' });
    expect(lines[0]?.period).toEqual(billingPeriod);
  });

  it('does not depend on what happens after finalization', () => {
    const later: DocumentedInvoice = {
      ...INVOICE,
      status: 'voided',
      amount_paid_cents: 0,
      offset_amount_cents: 10,
      amount_due_cents: 0,
      payment_overdue: true,
      paid_at: '2026-02-03T00:00:00.000Z',
      voided_at: '2026-02-04T00:00:00.000Z',
      updated_at: '2026-02-04T00:00:00.000Z',
      document_sha256: 'x',
    };
    const other = { isCurrent: false, now: new Date(0) };
    expect(invoiceData(later, FROZEN, other)).toEqual(invoiceData(INVOICE, FROZEN, FINAL));
  });

  it.each([
    ['draft', 'draft'],
    ['finalized', null],
    ['paid', 'paid'],
    ['voided', 'void'],
  ])('of %s has the stamp %s when it shows the state of now', (status, stamp) => {
    const data = invoiceData({ ...INVOICE, status }, FROZEN, CURRENT);
    expect(data.stamp).toBe(stamp);
    const kinds = data.amounts.map((it) => it.kind);
    expect(kinds.includes('due')).toBe(status !== 'draft');
  });
});

describe('the data of the document of a credit note', () => {
  const NOTE: DocumentedCreditNote = {
    id: 'n',
    number: 'ACM-1-007-CN1',
    invoice_id: 'i',
    customer_id: 'c',
    status: 'finalized',
    reason: 'other',
    description: 'Sorry',
    currency: 'EUR',
    items: [{ id: 'x', fee_id: 'f', amount_cents: 1000, taxes_amount_cents: 200 }],
    credit_amount_cents: 700,
    refund_amount_cents: 500,
    offset_amount_cents: 0,
    refunded_amount_cents: 0,
    refund_status: 'pending',
    balance_amount_cents: 700,
    taxes_amount_cents: 200,
    total_amount_cents: 1200,
    issuing_date: '2026-02-05',
    document_sha256: null,
    created_at: '2026-02-05T00:00:00.000Z',
    updated_at: '2026-02-05T00:00:00.000Z',
    finalized_at: '2026-02-05T00:00:00.000Z',
    voided_at: null,
  };

  it('has the credited part of the fees, with their names and taxes', () => {
    const data = creditNoteData(NOTE, INVOICE, FROZEN, FINAL);
    expect(data).toMatchObject({ number: NOTE.number, invoiceNumber: INVOICE.number, reason: 'other' });
    expect(data.lines).toEqual([
      expect.objectContaining({
        description: 'Pro',
        amountCents: 1000,
        taxesAmountCents: 200,
        quantity: null,
      }),
    ]);
    expect(amounts(data)).toEqual([
      ['subtotal', 1000],
      ['taxes_total', 200],
      ['total', 1200],
      ['credited', 700],
      ['refunded', 500],
    ]);
  });

  it('does not depend on what happens after finalization', () => {
    const later = { ...NOTE, status: 'voided', balance_amount_cents: 0, refunded_amount_cents: 500 };
    expect(creditNoteData(later, INVOICE, FROZEN, FINAL)).toEqual(
      creditNoteData(NOTE, INVOICE, FROZEN, FINAL),
    );
    expect(creditNoteData(later, INVOICE, FROZEN, CURRENT).stamp).toBe('void');
  });

  it('of a draft has no number', () => {
    const draft = { ...NOTE, status: 'draft', finalized_at: null, issuing_date: null };
    expect(creditNoteData(draft, INVOICE, FROZEN, CURRENT)).toMatchObject({ number: null, stamp: 'draft' });
  });
});

describe('the breakdown of taxes', () => {
  const tax = fc.constantFrom({ code: 'a', name: 'A', rate: '5' }, { code: 'b', name: 'B', rate: '9.975' });
  const line = fc
    .record({
      amountCents: fc.nat(1_000_000),
      taxesAmountCents: fc.nat(1_000_000),
      taxes: fc.array(tax, { maxLength: 2 }),
    })
    .map((it): DocumentLine => aLine({ ...it, discountAmountCents: Math.floor(it.amountCents / 3) }));

  it('adds up to the taxes and the net amounts of the lines', () => {
    const sum = (numbers: number[]): number => numbers.reduce((total, it) => total + it, 0);
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const groups = taxBreakdown(lines);
        expect(sum(groups.map((it) => it.taxCents))).toBe(sum(lines.map((it) => it.taxesAmountCents)));
        expect(sum(groups.map((it) => it.taxableCents))).toBe(
          sum(lines.map((it) => it.amountCents - it.discountAmountCents)),
        );
        expect(new Set(groups.map((it) => JSON.stringify(it.taxes))).size).toBe(groups.length);
      }),
    );
  });
});
