import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';
import { InvoiceSettlements, type PayableInvoice } from '../invoices';
import type { PaymentRequest } from './payment-request.dto';
import { PaymentRequestEnd } from './payment-request-end';
import { failedEventOf, succeededEventOf } from './payment-request.events';
import { allocate, endWith, isDue, isFinalFailure, lessPaid, type Payable } from './payment-request.rules';
import { PaymentRequestsRepository } from './payment-requests.repository';
import { RequestInvoices } from './request-invoices';

/** A payment of a request. */
export interface RequestPayment {
  organizationId: string;
  paymentRequestId: string;
  paymentId: string;
}

/** What the payments of requests do to them (billing-rules.md, Dunning). */
@Injectable()
export class PaymentRequestPayments {
  constructor(
    private readonly repository: PaymentRequestsRepository,
    private readonly invoices: RequestInvoices,
    private readonly settlements: InvoiceSettlements,
    private readonly ending: PaymentRequestEnd,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The money settles the invoices, oldest first, as far as they are due, also when the request is over. The
   * request has succeeded once nothing is due any more.
   */
  async settle(
    tx: Transaction,
    payment: RequestPayment,
    amountCents: bigint,
  ): Promise<{ settledCents: bigint; invoiceEvents: DomainEvent[]; requestEvents: DomainEvent[] }> {
    const { organizationId, paymentRequestId } = payment;
    // The invoices before the request, as in every other way in which an invoice is settled.
    const { invoiceIds } = await this.load(tx, organizationId, paymentRequestId);
    const locked = await this.invoices.lock(tx, organizationId, invoiceIds);
    const invoices = locked.flatMap((it) => it ?? []);
    const parts = allocate(
      amountCents,
      invoices.map((it) => (isDue(it) ? it.amountDueCents : 0n)),
    );
    const invoiceEvents = await this.settleParts(tx, payment, invoices, parts);
    const settledCents = parts.reduce((sum, it) => sum + it, 0n);
    const after = invoices.map((it, index) => lessPaid(it, parts[index] ?? 0n));
    const requestEvents = await this.note(tx, payment, settledCents, after);
    return { settledCents, invoiceEvents, requestEvents };
  }

  /** Nothing happens to a request that is over. */
  async fail(tx: Transaction, payment: RequestPayment): Promise<DomainEvent[]> {
    const { organizationId, paymentRequestId, paymentId } = payment;
    const request = await this.loadForUpdate(tx, organizationId, paymentRequestId);
    if (request.paymentStatus !== 'pending') return [];
    const final = isFinalFailure(request, paymentId);
    const after = final ? await this.ending.end(tx, request, 'failed') : request;
    return [failedEventOf(after, final)];
  }

  private async settleParts(
    tx: Transaction,
    { organizationId, paymentId }: RequestPayment,
    invoices: readonly PayableInvoice[],
    parts: readonly bigint[],
  ): Promise<DomainEvent[]> {
    const events: DomainEvent[] = [];
    for (const [index, { id: invoiceId }] of invoices.entries()) {
      const amountCents = parts[index] ?? 0n;
      if (amountCents === 0n) continue;
      const settlement = {
        organizationId,
        invoiceId,
        source: 'payment',
        sourceId: paymentId,
        amountCents,
      } as const;
      events.push(...(await this.settlements.settle(tx, settlement)));
    }
    return events;
  }

  private async note(
    tx: Transaction,
    { organizationId, paymentRequestId }: RequestPayment,
    settledCents: bigint,
    invoices: readonly Payable[],
  ): Promise<DomainEvent[]> {
    const before = await this.loadForUpdate(tx, organizationId, paymentRequestId);
    const amountPaidCents = before.amountPaidCents + settledCents;
    const request = { ...before, amountPaidCents, updatedAt: this.clock.now() };
    if (endWith(invoices) !== 'succeeded' || before.paymentStatus === 'succeeded') {
      await this.repository.update(tx, request);
      return [];
    }
    return [succeededEventOf(await this.ending.end(tx, request, 'succeeded'))];
  }

  private async load(tx: Transaction, organizationId: string, id: string): Promise<PaymentRequest> {
    return found(id, await this.repository.find(tx, organizationId, id));
  }

  private async loadForUpdate(tx: Transaction, organizationId: string, id: string): Promise<PaymentRequest> {
    return found(id, await this.repository.findForUpdate(tx, organizationId, id));
  }
}

function found(id: string, request: PaymentRequest | null): PaymentRequest {
  if (request === null) throw new Error(`Payment request ${id} is gone`);
  return request;
}
