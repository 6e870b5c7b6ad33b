import type DodoPayments from 'dodopayments';
import type { Verdict } from '../core/core';
import { newId } from '../core/ids';
import type { ForcedAction } from '../core/provider';
import { businessId, type DodoStore, type Payment, type Session } from './store';

/** Moves payments, with their events and the money in the ledger. */
export class Paying {
  constructor(private readonly store: DodoStore) {
    const on = (task: string, act: (account: string, payment: Payment) => void): void =>
      store.core.schedule.on(`dodopayments.${task}`, (id) => {
        const found = store.payments.find(id);
        if (found?.value.status === 'processing') act(found.account, found.value);
      });
    on('settle', (account, it) => this.succeed(account, it));
    on('bounce', (account, it) => this.fail(account, it, 'PROCESSING_ERROR'));
  }

  /** A retry on the page makes a new payment of the same checkout. */
  attempt(account: string, session: Session, verdict: Verdict, isSaved: boolean): Payment {
    const payment = this.store.payments.put(account, newPayment(account, session, this.store.now));
    this.store.sessions.put(account, { ...session, payment_id: payment.payment_id });
    switch (verdict.mode) {
      case 'succeed':
        return this.succeed(account, payment);
      case 'requires_action':
        if (!isSaved) return this.succeed(account, payment);
        return this.store.payments.put(account, { ...payment, status: 'requires_customer_action' });
      case 'decline':
        return this.fail(account, payment, (verdict.code ?? 'generic_decline').toUpperCase());
      case 'processing':
      case 'late_success':
        return this.wait(account, payment, 'settle', verdict.delayMs);
      case 'late_failure':
        return this.wait(account, payment, 'bounce', verdict.delayMs);
    }
  }

  succeed(account: string, payment: Payment): Payment {
    const paid = this.move(account, payment, { status: 'succeeded', error_code: null, error_message: null });
    this.book(account, paid, 'capture');
    this.store.emit(account, 'payment.succeeded', 'Payment', shown(paid));
    return paid;
  }

  force(id: string, action: ForcedAction): string | null {
    const session = this.store.sessions.find(id);
    const found = this.store.payments.find(session?.value.payment_id ?? id);
    if (found === null) {
      if (session === null || action !== 'complete') return null;
      const payment = newPayment(session.account, session.value, this.store.now);
      this.store.sessions.put(session.account, { ...session.value, payment_id: payment.payment_id });
      return this.succeed(session.account, payment).status ?? null;
    }
    const { account, value } = found;
    if (action === 'complete') return this.succeed(account, value).status ?? null;
    if (action === 'fail' || action === 'expire') {
      return this.fail(account, value, 'GENERIC_DECLINE').status ?? null;
    }
    return this.dispute(account, value, action);
  }

  private fail(account: string, payment: Payment, code: string): Payment {
    const message = 'The payment was declined.';
    const failed = this.move(account, payment, {
      status: 'failed',
      error_code: code,
      error_message: message,
    });
    this.store.emit(account, 'payment.failed', 'Payment', shown(failed));
    return failed;
  }

  private wait(account: string, payment: Payment, task: string, delayMs: number): Payment {
    this.store.emit(account, 'payment.processing', 'Payment', shown(payment));
    this.store.core.schedule.later(`dodopayments.${task}`, payment.payment_id, delayMs);
    return payment;
  }

  private dispute(
    account: string,
    payment: Payment,
    action: 'dispute' | 'dispute_won' | 'dispute_lost',
  ): string {
    const types = {
      dispute: 'dispute.opened',
      dispute_won: 'dispute.won',
      dispute_lost: 'dispute.lost',
    } as const;
    const type = types[action];
    const status = type.replace('.', '_') as DodoPayments.DisputeStatus;
    if (action === 'dispute_lost') this.book(account, payment, 'reversal');
    const id = `dp_${payment.payment_id.slice(4)}`;
    const dispute = this.store.disputes.put(account, {
      dispute_id: id,
      payment_id: payment.payment_id,
      brand_id: payment.brand_id,
      payment_provider: payment.payment_provider,
      business_id: payment.business_id,
      amount: String(payment.total_amount),
      currency: payment.currency,
      created_at: this.store.disputes.get(account, id)?.created_at ?? this.store.now,
      dispute_stage: 'dispute',
      dispute_status: status,
      customer: payment.customer,
    });
    this.store.emit(account, type, 'Dispute', dispute);
    return status;
  }

  private move(account: string, payment: Payment, fields: Partial<Payment>): Payment {
    return this.store.payments.put(account, { ...payment, ...fields, updated_at: this.store.now });
  }

  private book(account: string, payment: Payment, type: 'capture' | 'reversal'): void {
    const { payment_id: id, total_amount: amount, currency, metadata } = payment;
    const session = this.store.sessions.get(account, payment.checkout_session_id ?? '');
    const late = session !== null && session.expires_at < this.store.core.clock.now();
    const about = { provider: 'dodopayments', account, payment_id: id, currency } as const;
    const texts = Object.fromEntries(Object.entries(metadata).map(([key, it]) => [key, String(it)]));
    this.store.core.ledger.add({ ...about, type, amount, metadata: texts, late });
  }
}

/** Leaves out what only the sandbox counts. */
export function shown({ refunded: _, ...payment }: Payment): DodoPayments.Payment {
  return payment;
}

function newPayment(account: string, session: Session, now: string): Payment {
  return {
    billing: { country: 'US' },
    brand_id: businessId(account).replace('bus_', 'brand_'),
    business_id: businessId(account),
    created_at: now,
    currency: session.currency,
    customer: session.customer,
    digital_products_delivered: false,
    disputes: [],
    is_multi_subscription: false,
    is_update_payment_method: false,
    metadata: session.metadata,
    payment_id: newId('pay_', 20),
    payment_provider: 'stripe',
    refunds: [],
    retry_attempt: 0,
    settlement_amount: session.amount + session.tax,
    settlement_currency: session.currency,
    subscription_ids: [],
    total_amount: session.amount + session.tax,
    card_last_four: '4242',
    card_network: 'visa',
    checkout_session_id: session.id,
    payment_method: 'card',
    product_cart: [{ product_id: session.product_id, quantity: 1 }],
    status: 'processing',
    tax: session.tax,
    refunded: 0,
  };
}
