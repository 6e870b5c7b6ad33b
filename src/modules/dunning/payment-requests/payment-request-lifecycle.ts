import { Inject, Injectable } from '@nestjs/common';
import { plusLocalDays } from '../../../platform/calendar';
import type { Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import { Money } from '../../../platform/domain/money';
import { NotFoundError } from '../../../platform/errors/app-error';
import { InvoiceDebts, InvoiceSettlements, type PayableInvoice } from '../../invoices';
import type { DunningCampaignEntity } from '../campaigns/dunning-campaign.entity';
import { byCurrency, invoiceStateAfter, isDue, sumDue } from '../dunning.rules';
import { DunningReviews } from '../reviews/dunning-reviews';
import type { PaymentRequest } from './payment-request.dto';
import { RequestAttempts } from './request-attempts';
import { PaymentRequestsRepository } from './payment-requests.repository';

/** How long an attempt waits while something else may take the money. */
const WAIT_MS = 60 * 60 * 1000;

/** A request with its invoices, all of them locked. */
export interface LockedRequest {
  request: PaymentRequest;
  /** Oldest first. */
  invoices: PayableInvoice[];
}

/**
 * Opens, attempts and ends payment requests, in the caller's transaction. Lock order: the customer, invoices by id, then
 * the request, because a payment of an invoice holds the invoice when it locks the request.
 */
@Injectable()
export class PaymentRequestLifecycle {
  constructor(
    private readonly repository: PaymentRequestsRepository,
    private readonly debts: InvoiceDebts,
    private readonly settlements: InvoiceSettlements,
    private readonly attempts: RequestAttempts,
    private readonly reviews: DunningReviews,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Serializes everything that opens or continues requests of a customer. */
  lockCustomer(tx: Transaction, organizationId: string, customerId: string): Promise<void> {
    return this.repository.lockCustomer(tx, organizationId, customerId);
  }

  /** Locks invoices. Returns them in the given order, null for one that does not exist. */
  async lockInvoices(
    tx: Transaction,
    organizationId: string,
    invoiceIds: readonly string[],
  ): Promise<(PayableInvoice | null)[]> {
    const locked = new Map<string, PayableInvoice | null>();
    for (const id of [...new Set(invoiceIds)].sort()) {
      locked.set(id, await this.lockInvoice(tx, organizationId, id));
    }
    return invoiceIds.map((id) => locked.get(id) ?? null);
  }

  /**
   * Locks the customer's overdue invoices that are in no open request, oldest first, by currency. For a campaign, leaves
   * out invoices that a campaign requested in vain, and currencies in which a request of a campaign is open.
   */
  async lockOverdue(
    tx: Transaction,
    organizationId: string,
    customerId: string,
    requester: 'campaign' | 'batch',
  ): Promise<Map<string, PayableInvoice[]>> {
    const forCampaign = requester === 'campaign';
    const states = forCampaign ? (['open', 'exhausted'] as const) : (['open'] as const);
    const busy = forCampaign
      ? await this.repository.findDunnedCurrencies(tx, organizationId, customerId)
      : [];
    const ids = (await this.debts.overdueOf(tx, organizationId, customerId)).map((it) => it.id);
    const taken = await this.repository.findTaken(tx, organizationId, ids, states);
    const free = ids.filter((it) => !taken.has(it));
    const locked = await this.lockInvoices(tx, organizationId, free);
    const overdue = locked.flatMap((it) => (it !== null && it.paymentOverdue && isDue(it) ? [it] : []));
    return byCurrency(overdue.filter((it) => !busy.includes(it.currency)));
  }

  /** Locks a request and its invoices; null when there is none. */
  async lock(tx: Transaction, organizationId: string, id: string): Promise<LockedRequest | null> {
    const found = await this.repository.find(tx, organizationId, id);
    if (found === null) return null;
    const invoices = await this.lockInvoices(tx, organizationId, found.invoiceIds);
    const request = await this.repository.findForUpdate(tx, organizationId, id);
    return request === null ? null : { request, invoices: invoices.flatMap((it) => it ?? []) };
  }

  /** Returns those of the customers that have a request whose next action is due. */
  customersWithDue(
    tx: Transaction,
    organizationId: string,
    customerIds: readonly string[],
  ): Promise<string[]> {
    return this.repository.findCustomersWithDue(tx, organizationId, customerIds, this.clock.now());
  }

  /** Locks the customer's requests whose next attempt, or whose failure, is due, with their invoices. */
  async lockDue(tx: Transaction, organizationId: string, customerId: string): Promise<PaymentRequest[]> {
    const now = this.clock.now();
    const due: PaymentRequest[] = [];
    for (const id of await this.repository.findDueIds(tx, organizationId, customerId, now)) {
      const locked = await this.lock(tx, organizationId, id);
      // It may have been paid before we got the lock.
      const nextActionAt = locked?.request.nextActionAt ?? null;
      if (locked !== null && nextActionAt !== null && nextActionAt <= now) due.push(locked.request);
    }
    return due;
  }

  /**
   * Opens a request for the amount due of locked invoices of one customer and currency. The caller appends its event.
   *
   * @param campaign whose attempts follow; null for a request by hand or by batch.
   * @throws ConflictError when one of the invoices is in another open request.
   */
  async open(
    tx: Transaction,
    organizationId: string,
    invoices: readonly PayableInvoice[],
    campaign: DunningCampaignEntity | null,
  ): Promise<PaymentRequest> {
    const [first] = invoices;
    if (first === undefined) throw new RangeError('A payment request needs an invoice');
    const { customerId, currency } = first;
    const now = this.clock.now();
    const request: PaymentRequest = {
      organizationId,
      id: newId(),
      customerId,
      currency,
      amountCents: Money.ofCents(sumDue(invoices), currency).cents,
      amountPaidCents: 0n,
      paymentStatus: 'pending',
      paymentAttempts: 0,
      dunningCampaignId: campaign?.id ?? null,
      maxAttempts: campaign?.maxAttempts ?? null,
      daysBetweenAttempts: campaign?.daysBetweenAttempts ?? null,
      lastPaymentId: null,
      nextActionAt: null,
      invoiceIds: invoices.map((it) => it.id),
      createdAt: now,
      updatedAt: now,
    };
    await this.repository.insert(tx, request);
    return request;
  }

  /**
   * Begins an attempt to collect what is still due of a locked request. The days to the next attempt count from now, so that
   * a late job does not make two attempts in a row. While something else may take the money, it waits for an hour.
   */
  async attempt(tx: Transaction, request: PaymentRequest, timezone: string): Promise<PaymentRequest> {
    const { organizationId, customerId } = request;
    const attemptId = await this.attempts.begin(tx, request);
    const now = this.clock.now();
    const next = plusLocalDays(now, request.daysBetweenAttempts ?? 0, timezone);
    const attempted = {
      ...request,
      paymentAttempts: request.paymentAttempts + (attemptId === null ? 0 : 1),
      lastPaymentId: attemptId ?? request.lastPaymentId,
      nextActionAt: attemptId === null ? new Date(now.getTime() + WAIT_MS) : next,
      updatedAt: now,
    };
    await this.repository.update(tx, attempted);
    await this.reviews.schedule(tx, organizationId, [customerId], attempted.nextActionAt);
    return attempted;
  }

  /** Ends a locked request and schedules a review of what became overdue meanwhile. The caller appends the event. */
  async end(
    tx: Transaction,
    request: PaymentRequest,
    paymentStatus: 'succeeded' | 'failed',
  ): Promise<PaymentRequest> {
    const ended = { ...request, paymentStatus, nextActionAt: null, updatedAt: this.clock.now() };
    await this.repository.update(tx, ended);
    await this.repository.setInvoiceState(tx, ended, invoiceStateAfter(paymentStatus, request.maxAttempts));
    await this.reviews.schedule(tx, request.organizationId, [request.customerId]);
    return ended;
  }

  private async lockInvoice(
    tx: Transaction,
    organizationId: string,
    id: string,
  ): Promise<PayableInvoice | null> {
    try {
      return await this.settlements.lock(tx, organizationId, id);
    } catch (error) {
      if (error instanceof NotFoundError) return null;
      throw error;
    }
  }
}
