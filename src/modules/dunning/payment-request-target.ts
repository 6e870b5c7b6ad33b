import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';
import { InvoiceBalances } from '../invoices';
import type { PayableTarget, PaymentTarget, TargetEvents, TargetPayment } from '../payments';
import type { PaymentRequest } from './payment-request.dto';
import { PaymentRequestEnd } from './payment-request-end';
import { failedEventOf, succeededEventOf } from './payment-request.events';
import {
  allocate,
  allocatePayment,
  endWith,
  isDue,
  isFinalFailure,
  lessPaid,
  sumDue,
  type Allocation,
} from './payment-request.rules';
import { PaymentRequestsRepository } from './payment-requests.repository';
import { RequestLocks, type LockedRequest } from './request-locks';

/** Applies payments to payment requests and their invoices (docs/billing-rules.md). */
@Injectable()
export class PaymentRequestTarget implements PaymentTarget {
  readonly kind = 'payment_request';

  constructor(
    private readonly repository: PaymentRequestsRepository,
    private readonly locks: RequestLocks,
    private readonly balances: InvoiceBalances,
    private readonly ending: PaymentRequestEnd,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Accepts payments as long as anything is due, even after the request has failed. */
  async lock(tx: Transaction, organizationId: string, id: string): Promise<PayableTarget> {
    const { request, invoices } = await this.locks.request(tx, organizationId, id);
    const amountDueCents = sumDue(invoices.filter(isDue));
    const obstacle = amountDueCents > 0n ? null : 'Nothing is due on the payment request any more.';
    return { customerId: request.customerId, currency: request.currency, amountDueCents, obstacle };
  }

  /**
   * Applies the payment to the invoices. Returned money first restores what was reversed; the rest pays the oldest invoice
   * first. The request succeeds once nothing is due.
   */
  async apply(tx: Transaction, payment: TargetPayment): Promise<TargetEvents> {
    const { organizationId, targetId, paymentId, amountCents } = payment;
    const locked = await this.locks.request(tx, organizationId, targetId);
    const rows = await this.balances.ofPayment(tx, organizationId, paymentId);
    const reversed = new Map(rows.map((it) => [it.invoiceId, it.reversedAmountCents]));
    const debts = locked.invoices.map((it) => ({
      dueCents: isDue(it) ? it.amountDueCents : 0n,
      reversedCents: reversed.get(it.id) ?? 0n,
    }));
    const allocation = allocatePayment(amountCents, debts);
    const before = await this.applyToInvoices(tx, payment, locked, allocation);
    return { before, after: await this.applyToRequest(tx, locked, allocation.parts) };
  }

  /** Records the failure of a payment. A no-op once the request has ended. */
  async fail(tx: Transaction, { organizationId, targetId, paymentId }: TargetPayment): Promise<TargetEvents> {
    const request = await this.repository.findForUpdate(tx, organizationId, targetId);
    if (request?.paymentStatus !== 'pending') return { before: [], after: [] };
    return { before: [], after: [await this.noteFailure(tx, request, paymentId)] };
  }

  /**
   * Makes the applied amount due again, newest invoice first. A succeeded request becomes failed, and its invoices can
   * be requested again.
   */
  async reopen(tx: Transaction, payment: TargetPayment): Promise<TargetEvents> {
    const { organizationId, targetId, paymentId } = payment;
    const { request: before } = await this.locks.request(tx, organizationId, targetId);
    const reopenedCents = await this.reopenInvoices(tx, payment);
    const amountPaidCents = before.amountPaidCents - reopenedCents;
    const request = { ...before, amountPaidCents, updatedAt: this.clock.now() };
    if (before.paymentStatus === 'pending') {
      return { before: [], after: [await this.noteFailure(tx, request, paymentId)] };
    }
    const failed = { ...request, paymentStatus: 'failed' as const };
    await this.repository.update(tx, failed);
    const hadSucceeded = before.paymentStatus === 'succeeded';
    return { before: [], after: hadSucceeded ? [failedEventOf(failed, true)] : [] };
  }

  private async applyToInvoices(
    tx: Transaction,
    { organizationId, paymentId }: TargetPayment,
    { invoices }: LockedRequest,
    { parts, moved }: Allocation,
  ): Promise<DomainEvent[]> {
    const events: DomainEvent[] = [];
    for (const [index, { id: invoiceId }] of invoices.entries()) {
      const about = { organizationId, invoiceId, source: 'payment', sourceId: paymentId } as const;
      const [amountCents = 0n, movedCents = 0n] = [parts[index], moved[index]];
      if (amountCents > 0n) events.push(...(await this.balances.apply(tx, { ...about, amountCents })));
      if (movedCents > 0n) await this.balances.moveReversed(tx, { ...about, amountCents: movedCents });
    }
    return events;
  }

  private async applyToRequest(
    tx: Transaction,
    { request: before, invoices }: LockedRequest,
    parts: readonly bigint[],
  ): Promise<DomainEvent[]> {
    const amountPaidCents = parts.reduce((sum, it) => sum + it, before.amountPaidCents);
    const request = { ...before, amountPaidCents, updatedAt: this.clock.now() };
    const end = endWith(invoices.map((it, index) => lessPaid(it, parts[index] ?? 0n)));
    if (end !== 'succeeded' || before.paymentStatus === 'succeeded') {
      await this.repository.update(tx, request);
      return [];
    }
    return [succeededEventOf(await this.ending.end(tx, request, 'succeeded'))];
  }

  private async reopenInvoices(tx: Transaction, payment: TargetPayment): Promise<bigint> {
    const { organizationId, paymentId, amountCents } = payment;
    const applied = (await this.balances.ofPayment(tx, organizationId, paymentId)).reverse();
    const parts = allocate(
      amountCents,
      applied.map((it) => it.amountCents),
    );
    for (const [index, { invoiceId }] of applied.entries()) {
      const part = parts[index] ?? 0n;
      const source = { source: 'payment', sourceId: paymentId } as const;
      if (part === 0n) continue;
      await this.balances.reopen(tx, { organizationId, invoiceId, ...source, amountCents: part });
    }
    return parts.reduce((sum, it) => sum + it, 0n);
  }

  /** Records a failed payment of an open, locked request, and ends the request if the failure is final. */
  private async noteFailure(
    tx: Transaction,
    request: PaymentRequest,
    paymentId: string,
  ): Promise<DomainEvent> {
    const final = isFinalFailure(request, paymentId);
    if (final) return failedEventOf(await this.ending.end(tx, request, 'failed'), true);
    await this.repository.update(tx, request);
    return failedEventOf(request, false);
  }
}
