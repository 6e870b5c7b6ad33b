import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import type { DomainEvent } from '../../../platform/outbox/event-catalogue';
import { Outbox } from '../../../platform/outbox/outbox';
import { CollectionCanceled, CollectionFailed, type CollectionDto } from '../../collections';
import { InvoiceDebts, InvoicePaid, InvoiceSettlements, InvoiceVoided } from '../../invoices';
import type {
  CoveredInvoice,
  PayableTarget,
  PaymentTarget,
  TargetEvents,
  TargetPayment,
} from '../../payments';
import { afterPayment, allocate, finalStatus, isDue, isFinalFailure, sumDue } from '../dunning.rules';
import type { PaymentRequest } from './payment-request.dto';
import { failedEventOf, succeededEventOf } from './payment-request.events';
import { PaymentRequestLifecycle, type LockedRequest } from './payment-request-lifecycle';
import { PaymentRequestsRepository } from './payment-requests.repository';

const NO_EVENTS: TargetEvents = { before: [], after: [] };

/** Applies payments to payment requests and their invoices (docs/billing-rules.md#payment-requests). */
@Injectable()
export class PaymentRequestTarget implements PaymentTarget, OnModuleInit {
  readonly type = 'payment_request';

  constructor(
    private readonly repository: PaymentRequestsRepository,
    private readonly requests: PaymentRequestLifecycle,
    private readonly settlements: InvoiceSettlements,
    private readonly debts: InvoiceDebts,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    for (const failed of [CollectionFailed, CollectionCanceled]) {
      this.outbox.on(failed, (tx, { organizationId, object }) =>
        this.recordFailedCharge(tx, organizationId, object),
      );
    }
    for (const closed of [InvoicePaid, InvoiceVoided]) {
      this.outbox.on(closed, (tx, { organizationId, objectId }) =>
        this.endWithLastInvoice(tx, organizationId, objectId),
      );
    }
  }

  /** A charge of the request failed: an attempt, which may be the last one. */
  private async recordFailedCharge(
    tx: Transaction,
    organizationId: string,
    { id: paymentId, kind, payment_request_id: targetId, amount_cents: cents }: CollectionDto,
  ): Promise<void> {
    if (kind !== 'charge' || targetId === null) return;
    const about = { organizationId, targetId, paymentId, amountCents: BigInt(cents) };
    const { before, after } = await this.fail(tx, about);
    await this.outbox.append(tx, ...before, ...after);
  }

  /** Accepts money as long as anything is due, even after the request has failed. */
  async lock(tx: Transaction, organizationId: string, id: string): Promise<PayableTarget | null> {
    const locked = await this.requests.lock(tx, organizationId, id);
    if (locked === null) return null;
    const { customerId, currency } = locked.request;
    const amountDueCents = sumDue(locked.invoices.filter(isDue));
    const obstacle = amountDueCents > 0n ? null : 'The payment request has nothing due.';
    return { customerId, currency, amountDueCents, obstacle };
  }

  async invoicesOf(tx: Transaction, organizationId: string, id: string): Promise<CoveredInvoice[]> {
    const invoices = (await this.requests.lock(tx, organizationId, id))?.invoices ?? [];
    return invoices.filter(isDue).map(({ id: invoiceId, amountDueCents }) => ({ invoiceId, amountDueCents }));
  }

  /** Applies the money to the invoices, oldest first. The request succeeds once nothing is due. */
  async apply(tx: Transaction, payment: TargetPayment): Promise<TargetEvents> {
    const locked = await this.locked(tx, payment);
    const dues = locked.invoices.map((it) => (isDue(it) ? it.amountDueCents : 0n));
    const parts = allocate(payment.amountCents, dues);
    const before = await this.applyToInvoices(tx, payment, locked, parts);
    return { before, after: await this.applyToRequest(tx, locked, parts) };
  }

  /** Changes nothing once the request has ended. */
  async fail(tx: Transaction, { organizationId, targetId, paymentId }: TargetPayment): Promise<TargetEvents> {
    const request = await this.repository.findForUpdate(tx, organizationId, targetId);
    if (request?.paymentStatus !== 'pending') return NO_EVENTS;
    return { ...NO_EVENTS, after: [await this.recordFailure(tx, request, paymentId)] };
  }

  /**
   * Makes the applied amount due again, newest invoice first. A request that had succeeded has failed now, and its
   * invoices can be requested again.
   */
  async reopen(tx: Transaction, payment: TargetPayment): Promise<TargetEvents> {
    const { request: before } = await this.locked(tx, payment);
    const reopenedCents = await this.reopenInvoices(tx, payment);
    const amountPaidCents = before.amountPaidCents - reopenedCents;
    const request = { ...before, amountPaidCents, updatedAt: this.clock.now() };
    if (before.paymentStatus === 'pending') {
      return { ...NO_EVENTS, after: [await this.recordFailure(tx, request, payment.paymentId)] };
    }
    const failed = { ...request, paymentStatus: 'failed' as const };
    await this.repository.update(tx, failed);
    return before.paymentStatus === 'succeeded'
      ? { ...NO_EVENTS, after: [failedEventOf(failed, true)] }
      : NO_EVENTS;
  }

  /**
   * Ends the open request of an invoice that was paid in another way or voided, if it was the last one with an amount due.
   * A payment of the request itself has ended it before the events of its invoices.
   */
  private async endWithLastInvoice(
    tx: Transaction,
    organizationId: string,
    invoiceId: string,
  ): Promise<void> {
    for (const id of await this.repository.findOpenIds(tx, organizationId, [invoiceId])) {
      const request = await this.repository.findForUpdate(tx, organizationId, id);
      if (request?.paymentStatus !== 'pending') continue;
      // Under the lock of the request: of two invoices paid concurrently, the second sees the first.
      const status = finalStatus(await this.debts.statesOf(tx, organizationId, request.invoiceIds));
      if (status !== null) await this.requests.end(tx, request, status);
    }
  }

  private async locked(tx: Transaction, { organizationId, targetId }: TargetPayment): Promise<LockedRequest> {
    const locked = await this.requests.lock(tx, organizationId, targetId);
    if (locked === null) throw new Error(`The payment request ${targetId} does not exist`);
    return locked;
  }

  private async applyToInvoices(
    tx: Transaction,
    payment: TargetPayment,
    { invoices }: LockedRequest,
    parts: readonly bigint[],
  ): Promise<DomainEvent[]> {
    const events: DomainEvent[] = [];
    for (const [index, { id }] of invoices.entries()) {
      const part = parts[index] ?? 0n;
      if (part > 0n) events.push(...(await this.settlements.apply(tx, settlementOf(payment, id, part))));
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
    const status = finalStatus(invoices.map((it, index) => afterPayment(it, parts[index] ?? 0n)));
    if (status !== 'succeeded' || before.paymentStatus === 'succeeded') {
      await this.repository.update(tx, request);
      return [];
    }
    return [succeededEventOf(await this.requests.end(tx, request, 'succeeded'))];
  }

  private async reopenInvoices(tx: Transaction, payment: TargetPayment): Promise<bigint> {
    const { organizationId, paymentId, amountCents } = payment;
    const applied = (await this.settlements.ofPayment(tx, organizationId, paymentId)).reverse();
    const parts = allocate(
      amountCents,
      applied.map((it) => it.amountCents),
    );
    for (const [index, { invoiceId }] of applied.entries()) {
      const part = parts[index] ?? 0n;
      if (part > 0n) await this.settlements.reopen(tx, settlementOf(payment, invoiceId, part));
    }
    return parts.reduce((sum, it) => sum + it, 0n);
  }

  private async recordFailure(
    tx: Transaction,
    request: PaymentRequest,
    paymentId: string,
  ): Promise<DomainEvent> {
    const final = isFinalFailure(request, paymentId);
    if (final) return failedEventOf(await this.requests.end(tx, request, 'failed'), true);
    await this.repository.update(tx, request);
    return failedEventOf(request, false);
  }
}

function settlementOf({ organizationId, paymentId }: TargetPayment, invoiceId: string, amountCents: bigint) {
  return { organizationId, invoiceId, source: 'payment', sourceId: paymentId, amountCents } as const;
}
