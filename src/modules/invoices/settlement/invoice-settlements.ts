import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import { Money } from '../../../platform/domain/money';
import { InvalidStateError, NotFoundError } from '../../../platform/errors/app-error';
import type { DomainEvent } from '../../../platform/outbox/event-catalogue';
import { Outbox } from '../../../platform/outbox/outbox';
import type { Invoice } from '../invoice';
import { InvoiceDrafts } from '../lifecycle/invoice-drafts';
import { aboutInvoice } from '../invoice-event';
import type { InvoiceSettlementEntity } from '../invoice.entity';
import { InvoicesOverdue, InvoicePaid } from '../invoice.events';
import { dueOf, overdueState } from '../invoice.rules';
import { InvoicesRepository } from '../invoices.repository';
import { InvoiceReservations } from './reservations';
import { InvoiceSettlementsRepository } from './invoice-settlements.repository';
import { toPayable, type PayableInvoice } from './payable-invoice';

/** Money or an offset that is applied to an invoice, once per source. One payment may be applied to several invoices. */
export interface Settlement {
  organizationId: string;
  invoiceId: string;
  /** `payment`: money came; `offset`: a credit note lowers what is due. */
  source: 'payment' | 'offset';
  sourceId: string;
  amountCents: bigint;
}

/** Applies payments and offsets to final invoices (docs/billing-rules.md#payments). */
@Injectable()
export class InvoiceSettlements {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly settlements: InvoiceSettlementsRepository,
    private readonly drafts: InvoiceDrafts,
    private readonly reservations: InvoiceReservations,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns the invoice that a fee is on, also a draft; null when there is no such fee. */
  findFee(tx: Transaction, organizationId: string, feeId: string): Promise<{ invoiceId: string } | null> {
    return this.invoices.findFee(tx, organizationId, feeId);
  }

  /** Returns an invoice without locking it, a draft as of now. @throws NotFoundError */
  async find(tx: Transaction, organizationId: string, invoiceId: string): Promise<PayableInvoice> {
    const invoice = await this.invoices.find(tx, organizationId, invoiceId);
    if (invoice === null) throw new NotFoundError('invoice');
    return toPayable(await this.drafts.asOfNow(tx, invoice));
  }

  /** Locks the invoice for the rest of the transaction, and returns it, a draft as of now. @throws NotFoundError */
  async lock(tx: Transaction, organizationId: string, invoiceId: string): Promise<PayableInvoice> {
    const invoice = await this.load(tx, organizationId, invoiceId);
    return toPayable(await this.drafts.asOfNow(tx, invoice));
  }

  /**
   * Applies an amount, exactly once per source: a repetition is a no-op, unless `reopen` took all of it back. Returns the
   * events to append: `invoice.paid` when nothing is due any more.
   *
   * @throws InvalidStateError for a draft or voided invoice, or for more than is due; CollectionInFlightError for an
   *   offset of what a collection reserves.
   */
  async apply(tx: Transaction, settlement: Settlement): Promise<DomainEvent[]> {
    const { organizationId, invoiceId, source, sourceId, amountCents } = settlement;
    if (amountCents <= 0n) throw new RangeError('A settlement must be above 0');
    const invoice = await this.load(tx, organizationId, invoiceId);
    const before = await this.settlements.find(tx, organizationId, { source, sourceId, invoiceId });
    if (before !== null && before.amountCents > 0n) return [];
    assertApplicable(invoice, amountCents);
    if (source === 'offset') await this.reservations.assertNone(tx, organizationId, [invoiceId]);
    await this.record(tx, settlement, before);
    const after = this.changed(invoice, source, amountCents);
    await this.invoices.updateSettlement(tx, after);
    return after.status === 'paid' ? [InvoicePaid.of(aboutInvoice(after))] : [];
  }

  /**
   * Takes an applied amount back, because a payment was reversed or a credit note voided; the amount due grows by it. A
   * no-op when the source has nothing applied.
   *
   * @throws InvalidStateError for more than the source has applied.
   */
  async reopen(tx: Transaction, settlement: Settlement): Promise<void> {
    const { organizationId, invoiceId, source, sourceId, amountCents } = settlement;
    const invoice = await this.load(tx, organizationId, invoiceId);
    const before = await this.settlements.find(tx, organizationId, { source, sourceId, invoiceId });
    if (before === null || before.amountCents === 0n) return;
    if (amountCents > before.amountCents) {
      const most = inMajorUnits(before.amountCents, invoice.currency);
      throw new InvalidStateError(`Only ${most} has been applied to the invoice; no more can be taken back.`);
    }
    const left = before.amountCents - amountCents;
    const refunded = before.refundedAmountCents;
    await this.settlements.update(tx, {
      ...before,
      amountCents: left,
      refundedAmountCents: refunded < left ? refunded : left,
      updatedAt: this.clock.now(),
    });
    const after = this.changed(invoice, source, -amountCents);
    await this.invoices.updateSettlement(tx, after);
    if (invoice.paymentOverdue || !after.paymentOverdue) return;
    await this.outbox.emit(tx, InvoicesOverdue, { organizationId, customerIds: [after.customerId] });
  }

  /** Returns what a payment has applied to invoices, oldest invoice first, without what was taken back. */
  async ofPayment(
    tx: Transaction,
    organizationId: string,
    paymentId: string,
  ): Promise<{ invoiceId: string; amountCents: bigint; refundedAmountCents: bigint }[]> {
    const rows = await this.settlements.findOfSource(tx, organizationId, 'payment', paymentId);
    return rows.filter((it) => it.amountCents > 0n);
  }

  private async load(tx: Transaction, organizationId: string, invoiceId: string): Promise<Invoice> {
    const invoice = await this.invoices.findForUpdate(tx, organizationId, invoiceId);
    if (invoice === null) throw new NotFoundError('invoice');
    return invoice;
  }

  private async record(
    tx: Transaction,
    { organizationId, invoiceId, source, sourceId, amountCents }: Settlement,
    before: InvoiceSettlementEntity | null,
  ): Promise<void> {
    const now = this.clock.now();
    if (before !== null) {
      await this.settlements.update(tx, { ...before, amountCents, updatedAt: now });
      return;
    }
    const about = { organizationId, id: newId(), invoiceId, source, sourceId };
    const amounts = { amountCents, refundedAmountCents: 0n };
    await this.settlements.insert(tx, { ...about, ...amounts, createdAt: now, updatedAt: now });
  }

  /** Returns the invoice with an amount more, or less, applied. */
  private changed(invoice: Invoice, source: Settlement['source'], amountCents: bigint): Invoice {
    const now = this.clock.now();
    const amountPaidCents = invoice.amountPaidCents + (source === 'payment' ? amountCents : 0n);
    const offsetAmountCents = invoice.offsetAmountCents + (source === 'offset' ? amountCents : 0n);
    const amountDueCents = dueOf({ ...invoice, amountPaidCents, offsetAmountCents });
    const isPaid = amountDueCents === 0n;
    const amounts = { ...invoice, amountPaidCents, offsetAmountCents, amountDueCents };
    return {
      ...amounts,
      ...overdueState(amounts, now),
      status: isPaid ? 'paid' : 'finalized',
      paidAt: isPaid ? now : null,
      updatedAt: now,
    };
  }
}

function assertApplicable({ status, amountDueCents, currency }: Invoice, amountCents: bigint): void {
  if (status === 'draft' || status === 'voided') {
    throw new InvalidStateError(`The invoice is ${status}; nothing is due on it.`);
  }
  if (amountCents <= amountDueCents) return;
  const [due, amount] = [inMajorUnits(amountDueCents, currency), inMajorUnits(amountCents, currency)];
  throw new InvalidStateError(`Only ${due} is due on the invoice; ${amount} cannot be applied.`);
}

function inMajorUnits(cents: bigint, currency: string): string {
  return `${currency} ${Money.ofCents(cents, currency).toMajor()}`;
}
