import type { PaymentProvider, PaymentUpdate } from '../provider-kit';
import { DodoPaymentsProvider } from './dodopayments.provider';
import { GoCardlessProvider } from './gocardless.provider';
import { RazorpayProvider } from './razorpay.provider';
import { StripeProvider } from './stripe.provider';

/** What notifications say about disputes: docs/payments.md#kinds-of-notifications. */

const DEADLINE = 1_767_225_600;
const respondBy = new Date('2026-01-01T00:00:00Z');

const read = (provider: PaymentProvider, notification: unknown): PaymentUpdate => provider.read(notification);
const stripe = (type: string, dispute: object): PaymentUpdate =>
  read(new StripeProvider(), { type: `charge.dispute.${type}`, created: 1, data: { object: dispute } });
const razorpay = (event: string, dispute: object): PaymentUpdate =>
  read(new RazorpayProvider(), {
    event: `payment.dispute.${event}`,
    created_at: 1,
    payload: { payment: { entity: { id: 'pay_1' } }, dispute: { entity: dispute } },
  });
const gocardless = (action: string): PaymentUpdate =>
  read(new GoCardlessProvider(), {
    ...{ id: 'EV1', resource_type: 'payments', action, links: { payment: 'PM1' } },
    details: { cause: 'refund_requested' },
  });
const dodo = (type: string, data: object): PaymentUpdate =>
  read(new DodoPaymentsProvider(), { type: `dispute.${type}`, timestamp: '2026-01-01T00:00:00Z', data });

describe('disputes at Stripe', () => {
  const dispute = { id: 'du_1', payment_intent: 'pi_1', amount: 5, currency: 'eur', reason: 'fraudulent' };

  it.each([
    ['created', 'needs_response', 'disputed'],
    ['created', 'warning_needs_response', 'disputed'],
    ['updated', 'under_review', 'disputed'],
    ['funds_withdrawn', 'needs_response', 'reversed'],
    ['funds_reinstated', 'won', 'reinstated'],
    ['closed', 'won', 'reinstated'],
    ['closed', 'warning_closed', 'reinstated'],
    ['closed', 'lost', 'reversed'],
  ])('%s with the status %s: the payment is %s', (type, status, outcome) => {
    expect(stripe(type, { ...dispute, status }).outcome).toBe(outcome);
  });

  it('every field is read from its documented path', () => {
    const open = { ...dispute, status: 'warning_under_review', evidence_details: { due_by: DEADLINE } };
    expect(stripe('updated', open)).toMatchObject({
      providerPaymentId: 'pi_1',
      amountCents: 5n,
      currency: 'EUR',
      failureReason: 'dispute: fraudulent',
      dispute: { id: 'du_1', amountCents: 5n, reason: 'fraudulent', status: 'under_review', respondBy },
    });
  });

  it('a dispute without an id moves the money and is not recorded', () => {
    expect(stripe('funds_withdrawn', { amount: 5 })).toMatchObject({ outcome: 'reversed', dispute: null });
  });
});

describe('disputes at Razorpay', () => {
  const dispute = {
    id: 'disp_1',
    payment_id: 'pay_1',
    amount: 7,
    reason_code: 'fraud',
    respond_by: DEADLINE,
  };

  it.each([
    ['created', 0, 'disputed'],
    ['created', 7, 'reversed'],
    ['action_required', 0, 'disputed'],
    ['under_review', 0, 'disputed'],
    ['won', 0, 'reinstated'],
    ['lost', 7, 'reversed'],
    ['closed', 0, 'reinstated'],
    ['closed', 7, 'reversed'],
  ])('%s with a deduction of %d: the payment is %s', (event, deducted, outcome) => {
    expect(razorpay(event, { ...dispute, amount_deducted: deducted }).outcome).toBe(outcome);
  });

  it('every field is read from its documented path', () => {
    expect(razorpay('created', dispute)).toMatchObject({
      providerPaymentId: 'pay_1',
      amountCents: 7n,
      failureReason: 'dispute: fraud',
      dispute: { id: 'disp_1', amountCents: 7n, reason: 'fraud', status: 'needs_response', respondBy },
    });
  });
});

describe('disputes at GoCardless', () => {
  it.each([
    ['charged_back', 'reversed', 'lost', 'refund_requested'],
    ['chargeback_cancelled', 'reinstated', 'won', null],
  ])('%s: the payment is %s, its dispute %s', (action, outcome, status, reason) => {
    const dispute = { id: 'PM1', amountCents: null, reason, status, respondBy: null };
    expect(gocardless(action)).toMatchObject({ outcome, dispute });
  });

  it('the settlement of a charge back changes nothing', () => {
    expect(gocardless('chargeback_settled')).toMatchObject({ outcome: 'ignored', dispute: null });
  });
});

describe('disputes at Dodo Payments', () => {
  it.each([
    ['opened', 'disputed', 'needs_response'],
    ['challenged', 'disputed', 'under_review'],
    ['won', 'reinstated', 'won'],
    ['cancelled', 'reinstated', 'won'],
    ['lost', 'reversed', 'lost'],
    ['accepted', 'reversed', 'lost'],
    ['expired', 'reversed', 'lost'],
  ])('%s: the payment is %s, its dispute %s', (type, outcome, status) => {
    const data = { dispute_id: 'dp_1', payment_id: 'pay_1', amount: '1050', reason: 'unknown' };
    expect(dodo(type, data)).toMatchObject({
      outcome,
      providerPaymentId: 'pay_1',
      amountCents: null,
      dispute: { id: 'dp_1', amountCents: null, reason: 'unknown', status, respondBy: null },
    });
  });
});
