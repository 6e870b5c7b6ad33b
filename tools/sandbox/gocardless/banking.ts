import type * as gc from 'gocardless-nodejs/types/Types';
import type { Verdict } from '../core/core';
import type { ForcedAction } from '../core/provider';
import type { GoCardlessStore, Payment } from './store';

/** A step of a payment: what its status becomes, and after which status it comes. */
type Step = 'submit' | 'confirm' | 'pay_out' | 'fail' | 'retry' | 'charge_back';

const CAUSES: Readonly<Record<string, string>> = {
  generic_decline: 'refer_to_payer',
  insufficient_funds: 'insufficient_funds',
};

/** Moves payments through the bank, with their events and the money in the ledger. */
export class Banking {
  constructor(private readonly store: GoCardlessStore) {
    for (const step of ['submit', 'confirm', 'pay_out', 'fail', 'retry', 'charge_back'] as const) {
      store.core.schedule.on(`gocardless.${step}`, (id) => this.onDue(id, step));
    }
  }

  /** Lets the bank decide about a new payment; an instant one is not submitted for days first. */
  begin(account: string, payment: Payment, { mode, code, delayMs }: Verdict, isInstant: boolean): void {
    const outcome = mode === 'decline' ? `decline:${code ?? 'insufficient_funds'}` : mode;
    this.store.hide(payment.id, { outcome });
    this.emit(account, payment, 'created');
    if (isInstant && mode === 'succeed') this.confirm(account, payment);
    else this.later('submit', payment, mode === 'processing' ? delayMs * 2 : delayMs);
  }

  force(id: string, action: ForcedAction): string | null {
    const found = this.store.payments.find(id);
    if (found === null) return null;
    const { account, value: payment } = found;
    if (action === 'complete') this.confirm(account, payment);
    else if (action === 'dispute_won') this.reinstate(account, payment);
    else if (action === 'dispute' || action === 'dispute_lost')
      this.takeBack(account, payment, 'charged_back');
    else this.fail(account, payment, 'refer_to_payer', false);
    return this.store.payments.find(id)?.value.status ?? null;
  }

  emit(account: string, payment: Payment, action: string, details?: gc.EventDetails): void {
    const links = { payment: payment.id };
    const about = { links, metadata: payment.metadata };
    this.store.emit(account, 'payments', action, details === undefined ? about : { ...about, details });
  }

  private onDue(id: string, step: Step): void {
    const found = this.store.payments.find(id);
    if (found === null) return;
    const { account, value: payment } = found;
    switch (step) {
      case 'submit':
        if (payment.status === 'pending_submission') this.submit(account, payment);
        return;
      case 'confirm':
        if (payment.status === 'submitted') this.confirm(account, payment);
        return;
      case 'pay_out':
        if (payment.status === 'confirmed') this.move(account, payment, 'paid_out');
        return;
      case 'retry':
        if (payment.status === 'failed') this.resubmit(account, payment);
        return;
      case 'fail':
        if (payment.status !== 'cancelled') this.decline(account, payment);
        return;
      case 'charge_back':
        this.takeBack(account, payment, 'charged_back');
    }
  }

  private submit(account: string, payment: Payment): void {
    const submitted = this.move(account, payment, 'submitted');
    const outcome = this.store.hiddenOf(payment.id).outcome ?? 'succeed';
    const fails = outcome.startsWith('decline') || outcome === 'late_success';
    this.later(fails ? 'fail' : 'confirm', submitted);
  }

  private confirm(account: string, payment: Payment): void {
    const confirmed = this.move(account, payment, 'confirmed');
    const { outcome, isDead = false } = this.store.hiddenOf(payment.id);
    this.book(account, confirmed, 'capture', isDead);
    if (outcome === 'late_failure') this.later('fail', confirmed);
    else if (outcome === 'charge_back') this.later('charge_back', confirmed);
    else this.later('pay_out', confirmed);
  }

  private decline(account: string, payment: Payment): void {
    const { outcome = '' } = this.store.hiddenOf(payment.id);
    const [, code = 'generic_decline'] = outcome.split(':');
    const willRetry = outcome === 'late_success' || payment.retry_if_possible === true;
    if (payment.status === 'confirmed' || payment.status === 'paid_out') {
      this.takeBack(account, payment, 'failed');
    } else this.fail(account, payment, CAUSES[code] ?? code, willRetry);
  }

  private fail(account: string, payment: Payment, cause: string, willRetry: boolean): void {
    const failed = this.store.payments.put(account, { ...payment, status: 'failed' });
    this.emit(account, failed, 'failed', {
      origin: 'bank',
      cause,
      reason_code: 'ARUDD-0',
      will_attempt_retry: willRetry,
    });
    if (willRetry) this.later('retry', failed);
  }

  /** A retry of GoCardless itself: the same payment once more. */
  private resubmit(account: string, payment: Payment): void {
    this.store.hide(payment.id, { outcome: 'succeed' });
    const again = this.store.payments.put(account, { ...payment, status: 'pending_submission' });
    this.emit(account, again, 'resubmission_requested');
    this.later('submit', again);
  }

  /** Money that was collected goes back to the payer. */
  private takeBack(account: string, payment: Payment, status: 'failed' | 'charged_back'): void {
    const gone = this.store.payments.put(account, { ...payment, status });
    this.book(account, gone, 'reversal');
    this.emit(account, gone, status, { origin: 'bank', cause: 'refer_to_payer', will_attempt_retry: false });
  }

  private reinstate(account: string, payment: Payment): void {
    const back = this.store.payments.put(account, { ...payment, status: 'paid_out' });
    this.book(account, back, 'reinstatement');
    this.emit(account, back, 'chargeback_cancelled');
  }

  private move(account: string, payment: Payment, status: Payment['status']): Payment {
    const moved = this.store.payments.put(account, { ...payment, status });
    this.emit(account, moved, status);
    return moved;
  }

  private later(step: Step, { id }: Payment, delayMs = this.store.core.bankDelayMs): void {
    this.store.core.schedule.later(`gocardless.${step}`, id, delayMs);
  }

  private book(
    account: string,
    payment: Payment,
    type: 'capture' | 'reversal' | 'reinstatement',
    late = false,
  ): void {
    const { id, amount, currency, metadata } = payment;
    const about = { provider: 'gocardless', account, payment_id: id, currency } as const;
    this.store.core.ledger.add({ ...about, type, amount, metadata, late });
  }
}
