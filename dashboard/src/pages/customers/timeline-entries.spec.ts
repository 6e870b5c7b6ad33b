import type { Customer, Invoice, Payment } from '@billing-service/sdk';
import { timelineOf } from './timeline-entries';

const NONE = { subscriptions: [], invoices: [], payments: [], creditNotes: [], wallets: [], emails: [] };

describe('the timeline of a customer', () => {
  const customer = { created_at: '2026-01-01T00:00:00.000Z' } as Customer;

  it('has what has happened, newest first', () => {
    const invoice = {
      number: 'A-1',
      created_at: '2026-02-01T00:00:00.000Z',
      finalized_at: '2026-02-01T00:00:01.000Z',
      paid_at: '2026-02-03T00:00:00.000Z',
      voided_at: null,
      currency: 'EUR',
      total_amount_cents: 4900,
    } as Invoice;
    const payment = {
      amount_cents: 4900,
      currency: 'EUR',
      status: 'succeeded',
      created_at: '2026-02-02T00:00:00.000Z',
      completed_at: '2026-02-02T12:00:00.000Z',
    } as Payment;
    const entries = timelineOf(customer, { ...NONE, invoices: [invoice], payments: [payment] });
    expect(entries.map((it) => it.text)).toEqual([
      'Invoice A-1 paid',
      'Payment of €49.00: succeeded',
      'Invoice A-1 finalized: €49.00',
      'Invoice A-1 created',
      'Customer created',
    ]);
  });
});
