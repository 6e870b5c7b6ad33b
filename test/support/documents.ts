import type { DocumentData, DocumentLine } from '../../src/modules/documents';

const SELLER = {
  name: 'Acme',
  legal_name: 'Acme Łódź sp. z o.o.',
  tax_id: 'PL7251801126',
  address_line1: 'Piotrkowska 1',
  address_line2: null,
  zipcode: '90-001',
  city: 'Łódź',
  state: null,
  country: 'PL',
  legal_text: 'KRS 0000012345\nPaid within 30 days.',
  accent_color: '#1f2937',
  header_color: '#f3f4f6',
};

const BUYER = {
  name: '日本株式会社',
  legal_name: null,
  tax_ids: ['T1234567890123'],
  email: 'billing@nihon.example',
  address_line1: '東京都千代田区丸の内1-1',
  address_line2: null,
  zipcode: '100-0005',
  city: '東京',
  state: null,
  country: 'JP',
};

const VAT = { code: 'vat', name: 'VAT', rate: '19' };

/** A line of a document. */
export function aLine(changes: Partial<DocumentLine> = {}): DocumentLine {
  return {
    description: 'API calls',
    period: null,
    quantity: '1234.5',
    unitAmount: '0.0012',
    amountCents: 148,
    discountAmountCents: 0,
    taxes: [VAT],
    taxesAmountCents: 28,
    ...changes,
  };
}

/** The data of a document, of an invoice unless it says otherwise. */
export function documentData(changes: Partial<DocumentData> = {}): DocumentData {
  return {
    type: 'invoice',
    stamp: null,
    locale: 'en',
    number: 'ACM-01FA-007',
    invoiceNumber: null,
    currency: 'EUR',
    issuingDate: '2026-02-01',
    paymentDueDate: '2026-03-03',
    billingPeriod: { from: '2026-01-01', to: '2026-01-31' },
    reason: null,
    description: null,
    seller: SELLER,
    buyer: BUYER,
    logo: null,
    lines: [aLine()],
    taxes: [{ taxes: [VAT], taxableCents: 148, taxCents: 28 }],
    amounts: [
      { kind: 'subtotal', amountCents: 148 },
      { kind: 'taxes_total', amountCents: 28 },
      { kind: 'total', amountCents: 176 },
    ],
    date: new Date('2026-02-01T00:00:04Z'),
    ...changes,
  };
}
