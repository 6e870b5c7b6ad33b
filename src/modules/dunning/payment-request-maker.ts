import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { Money } from '../../platform/domain/money';
import { InvoiceDebts, type PayableInvoice } from '../invoices';
import type { DunningCampaignEntity } from './dunning-campaign.entity';
import type { PaymentRequest } from './payment-request.dto';
import { byCurrency, isDue, sumDue, type InvoiceHold } from './payment-request.rules';
import { PaymentRequestsRepository } from './payment-requests.repository';
import { RequestLocks } from './request-locks';

/** Creates payment requests for API calls and for campaigns. */
@Injectable()
export class PaymentRequestMaker {
  constructor(
    private readonly repository: PaymentRequestsRepository,
    private readonly debts: InvoiceDebts,
    private readonly locks: RequestLocks,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Locks the customer's overdue invoices, oldest first, until the transaction ends, and returns them by currency. The
   * caller has locked the customer.
   *
   * @param holds excludes invoices that a request holds in one of these states.
   */
  async lockOverdue(
    tx: Transaction,
    organizationId: string,
    customerId: string,
    holds: readonly InvoiceHold[],
  ): Promise<Map<string, PayableInvoice[]>> {
    const overdue = await this.debts.overdueOf(tx, organizationId, customerId);
    const ids = overdue.map((it) => it.id);
    const heldIds = await this.repository.findHeld(tx, organizationId, ids, holds);
    const free = ids.filter((it) => !heldIds.has(it));
    const locked = await this.locks.invoices(tx, organizationId, free);
    return byCurrency(locked.flatMap((it) => (it !== null && it.paymentOverdue && isDue(it) ? [it] : [])));
  }

  /**
   * Creates a request for the amount due on these invoices. The caller has locked them, and appends the event.
   *
   * @param invoices of one customer, in one currency.
   * @param campaign the campaign that opens the request and attempts its payments; null for a request created through the API.
   * @throws ConflictError when one of the invoices is in another open request.
   */
  async make(
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
}
