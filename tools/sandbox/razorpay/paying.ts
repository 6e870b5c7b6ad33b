import type { Verdict } from '../core/core';
import { newId } from '../core/ids';
import type { ForcedAction } from '../core/provider';
import type { Order, Payment, RazorpayStore } from './store';

const REASONS: Readonly<Record<string, string>> = {
  insufficient_funds: 'Your payment did not go through due to insufficient balance.',
  authentication_failed: 'Your payment was declined as the authentication failed.',
};
/** After so long, money that nobody captured goes back to the payer. */
const UNCAPTURED_MS = 5 * 24 * 60 * 60 * 1000;

/** Moves payments of orders, with their events and the money in the ledger. */
export class Paying {
  constructor(private readonly store: RazorpayStore) {
    const on = (task: string, act: (account: string, payment: Payment) => void): void =>
      store.core.schedule.on(`razorpay.${task}`, (id) => {
        const found = store.payments.find(id);
        if (found !== null) act(found.account, found.value);
      });
    on('settle', (account, it) => it.status !== 'captured' && this.authorize(account, it));
    on(
      'bounce',
      (account, it) => it.status === 'created' && this.fail(account, it, 'gateway_technical_error'),
    );
    on('return', (account, it) => it.status === 'authorized' && this.giveBack(account, it));
  }

  /** Makes a payment of an order, as far as the verdict goes. */
  attempt(account: string, order: Order, fields: Partial<Payment>, verdict: Verdict): Payment {
    this.store.orders.put(account, { ...order, status: 'attempted', attempts: order.attempts + 1 });
    const payment = this.store.payments.put(account, newPayment(order, this.store.now, fields));
    const later = (task: string): Payment => {
      this.store.core.schedule.later(`razorpay.${task}`, payment.id, verdict.delayMs);
      return payment;
    };
    switch (verdict.mode) {
      case 'succeed':
        return this.authorize(account, payment);
      case 'requires_action': // There is no page for a saved card: the bank asks, and the payment times out.
        return this.fail(account, payment, 'authentication_failed');
      case 'decline':
        return this.fail(account, payment, verdict.code ?? 'payment_failed');
      case 'processing':
        return later('settle');
      case 'late_failure':
        return later('bounce');
      case 'late_success':
        this.fail(account, payment, 'payment_timed_out');
        return later('settle');
    }
  }

  capture(account: string, payment: Payment): Payment {
    const captured: Payment = { ...payment, status: 'captured', captured: true, fee: 0, tax: 0, ...NO_ERROR };
    this.store.payments.put(account, captured);
    this.book(account, captured);
    this.store.emit(account, 'payment.captured', { payment: captured });
    const order = this.store.orders.get(account, captured.order_id ?? '');
    if (order !== null) this.payOrder(account, order, captured);
    return captured;
  }

  force(id: string, action: ForcedAction, amount?: number): string | null {
    const found = this.store.payments.find(id);
    if (found === null) return null;
    const { account, value } = found;
    if (action === 'complete') return this.capture(account, value).status;
    if (action === 'fail' || action === 'expire') return this.fail(account, value, 'payment_failed').status;
    return this.dispute(account, value, action, amount);
  }

  private authorize(account: string, payment: Payment): Payment {
    const authorized: Payment = { ...payment, status: 'authorized', ...NO_ERROR };
    this.store.payments.put(account, authorized);
    this.store.emit(account, 'payment.authorized', { payment: authorized });
    const order = this.store.orders.get(account, payment.order_id ?? '');
    // An order takes one payment; a second one that is authorized late is not captured, and goes back.
    const isWanted = order?.status !== 'paid' && this.store.hiddenOf(order?.id ?? '').capture !== 'manual';
    if (isWanted) return this.capture(account, authorized);
    this.store.core.schedule.later('razorpay.return', payment.id, UNCAPTURED_MS);
    return authorized;
  }

  private fail(account: string, payment: Payment, reason: string): Payment {
    const failed: Payment = {
      ...payment,
      status: 'failed',
      error_code: 'BAD_REQUEST_ERROR',
      error_description: REASONS[reason] ?? 'Your payment could not be completed.',
      error_source: 'customer',
      error_step: 'payment_authorization',
      error_reason: reason,
    };
    this.store.payments.put(account, failed);
    this.store.emit(account, 'payment.failed', { payment: failed });
    return failed;
  }

  /** What was never captured is refunded, and was never income. */
  private giveBack(account: string, payment: Payment): void {
    const refunded: Payment = { ...payment, status: 'refunded', refund_status: 'full' };
    const about = { ...refunded, amount_refunded: payment.amount };
    const refund = {
      id: newId('rfnd_', 14),
      entity: 'refund',
      amount: payment.amount,
      currency: payment.currency,
      payment_id: payment.id,
      receipt: null,
      notes: [],
      status: 'processed',
    };
    this.store.payments.put(account, about);
    this.store.emit(account, 'refund.processed', { refund, payment: about });
  }

  private payOrder(account: string, order: Order, payment: Payment): void {
    const paid = this.store.orders.put(account, {
      ...order,
      status: 'paid',
      amount_paid: order.amount,
      amount_due: 0,
    });
    this.store.emit(account, 'order.paid', { payment, order: paid });
    const { link = '', registration = '' } = this.store.hiddenOf(order.id);
    this.payLink(account, link, payment, paid);
    const registered = this.store.registrations.get(account, registration);
    if (registered === null) return;
    const done = { ...registered, status: 'paid', payment_id: payment.id } as const;
    this.store.emit(account, 'invoice.paid', {
      payment,
      order: paid,
      invoice: this.store.registrations.put(account, done),
    });
  }

  private payLink(account: string, id: string, payment: Payment, order: Order): void {
    const link = this.store.links.get(account, id);
    if (link === null) return;
    const { id: paymentId, amount, created_at: at } = payment;
    const paid = this.store.links.put(account, {
      ...link,
      status: 'paid',
      amount_paid: amount,
      payments: [{ payment_id: paymentId, plink_id: id, amount, status: 'captured', created_at: at }],
      updated_at: this.store.now,
    });
    this.store.emit(account, 'payment_link.paid', { payment_link: paid, order, payment });
  }

  private dispute(
    account: string,
    payment: Payment,
    action: 'dispute' | 'dispute_won' | 'dispute_lost',
    asked = payment.amount,
  ): string {
    const status = { dispute: 'open', dispute_won: 'won', dispute_lost: 'lost' }[action];
    const event = { dispute: 'created', dispute_won: 'won', dispute_lost: 'lost' }[action];
    const isLost = action === 'dispute_lost';
    const before = this.store.disputes.get(account, `disp_${payment.id.slice(4)}`);
    const amount = before?.amount ?? asked;
    const dispute = this.store.disputes.put(account, {
      id: `disp_${payment.id.slice(4)}`,
      entity: 'dispute',
      payment_id: payment.id,
      amount,
      currency: payment.currency,
      amount_deducted: isLost ? amount : 0,
      reason_code: 'goods_or_services_not_received_or_partially_received',
      respond_by: this.store.now + 7 * 24 * 60 * 60,
      status,
      phase: 'chargeback',
      created_at: before?.created_at ?? this.store.now,
    });
    if (isLost) this.book(account, { ...payment, amount }, 'reversal');
    this.store.emit(account, `payment.dispute.${event}`, { payment, dispute });
    return status;
  }

  private book(account: string, payment: Payment, type: 'capture' | 'reversal' = 'capture'): void {
    const { id, amount, currency } = payment;
    const { link = '', isDead: isOrderDead = false } = this.store.hiddenOf(payment.order_id ?? '');
    const late = isOrderDead || this.store.hiddenOf(link).isDead === true;
    const about = { provider: 'razorpay', account, payment_id: id, amount, currency, late } as const;
    this.store.core.ledger.add({ ...about, type, metadata: this.store.notesOf(payment) });
  }
}

const NO_ERROR = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
} as const;

function newPayment(order: Order, now: number, fields: Partial<Payment>): Payment {
  return {
    id: newId('pay_', 14),
    entity: 'payment',
    amount: order.amount,
    currency: order.currency,
    status: 'created',
    order_id: order.id,
    invoice_id: null,
    international: false,
    method: 'card',
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: null,
    card_id: newId('card_', 14),
    bank: null,
    wallet: null,
    vpa: null,
    email: null,
    contact: null,
    customer_id: null,
    token_id: null,
    notes: [],
    fee: null,
    tax: null,
    ...NO_ERROR,
    acquirer_data: { auth_code: '123456' },
    created_at: now,
    ...fields,
  };
}
