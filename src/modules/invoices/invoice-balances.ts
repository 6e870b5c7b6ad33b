import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { Money } from '../../platform/domain/money';
import { InvalidStateError, NotFoundError } from '../../platform/errors/app-error';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';
import { taxAmountsOf, type TaxAmount } from '../taxes';
import type { Invoice } from './invoice';
import { aboutInvoice } from './invoice-event';
import { InvoiceDebts } from './invoice-debts';
import { InvoiceDrafts } from './invoice-drafts';
import { netAmountOf, taxedFee } from './fee-amounts';
import { AppliedAmountsRepository } from './applied-amounts.repository';
import type { AppliedAmountEntity } from './invoice.entity';
import { InvoicePaid } from './invoice.events';
import { dueOf, overdueState } from './invoice.rules';
import { InvoicesRepository } from './invoices.repository';

/** The fields of a fee that credit notes need. */
export interface PayableFee {
  id: string;
  /** Text of the invoice line. */
  description: string;
  /** Before discounts and taxes. */
  amountCents: bigint;
  /** After discounts: at most this much can be credited. */
  netAmountCents: bigint;
  taxesAmountCents: bigint;
  /** Ordered by code; their amounts add up to `taxesAmountCents`. */
  taxes: TaxAmount[];
}

/** The fields of an invoice that payments and credit notes need. */
export interface PayableInvoice {
  id: string;
  number: string | null;
  customerId: string;
  status: 'draft' | 'finalized' | 'paid' | 'voided';
  currency: string;
  issuingDate: string;
  totalAmountCents: bigint;
  amountDueCents: bigint;
  amountPaidCents: bigint;
  paymentOverdue: boolean;
  fees: PayableFee[];
}

/**
 * An amount applied to an invoice. The same source can be applied to an invoice only once. One payment may
 * be applied to several invoices.
 */
export interface AppliedAmount {
  organizationId: string;
  invoiceId: string;
  /** `payment`: a payment succeeded; `offset`: a credit note reduces the amount due. */
  source: 'payment' | 'offset';
  sourceId: string;
  amountCents: bigint;
}

/** The amount of an invoice that a payment pays, and the amount of it that was reversed. */
export type PaidInvoice = Pick<AppliedAmountEntity, 'invoiceId' | 'amountCents' | 'reversedAmountCents'>;

/** Applies payments and offsets to finalized invoices (docs/billing-rules.md). */
@Injectable()
export class InvoiceBalances {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly drafts: InvoiceDrafts,
    private readonly appliedAmounts: AppliedAmountsRepository,
    private readonly debts: InvoiceDebts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Returns the ID of the invoice that contains the fee; null if the fee does not exist. The invoice may be
   * a draft.
   */
  findFee(tx: Transaction, organizationId: string, feeId: string): Promise<{ invoiceId: string } | null> {
    return this.invoices.findFee(tx, organizationId, feeId);
  }

  /** Returns the invoice without locking it; a draft as of now. @throws NotFoundError */
  async find(tx: Transaction, organizationId: string, invoiceId: string): Promise<PayableInvoice> {
    const invoice = await this.invoices.find(tx, organizationId, invoiceId);
    if (invoice === null) throw new NotFoundError('invoice');
    return toPayable(await this.drafts.asOfNow(tx, invoice));
  }

  /**
   * Locks the invoice for the rest of the transaction, and returns it; a draft as of now.
   *
   * @throws NotFoundError
   */
  async lock(tx: Transaction, organizationId: string, invoiceId: string): Promise<PayableInvoice> {
    return toPayable(await this.drafts.asOfNow(tx, await this.load(tx, organizationId, invoiceId)));
  }

  /**
   * Applies an amount. Repeating the call for the same source is a no-op, unless `reopen` has reversed the
   * whole amount. Returns the events to append: invoice.paid if nothing is due afterwards, otherwise none.
   *
   * @throws InvalidStateError for a draft or voided invoice, or if the amount exceeds the amount due.
   */
  async apply(tx: Transaction, applied: AppliedAmount): Promise<DomainEvent[]> {
    const { organizationId, invoiceId, source, sourceId, amountCents } = applied;
    if (amountCents <= 0n) throw new RangeError('The amount to apply must be greater than 0');
    const invoice = await this.load(tx, organizationId, invoiceId);
    const before = await this.appliedAmounts.find(tx, organizationId, { source, sourceId, invoiceId });
    if (before !== null && before.amountCents > 0n) return [];
    assertApplicable(invoice, amountCents);
    await this.record(tx, applied, before);
    const after = this.withApplied(invoice, source, amountCents);
    await this.invoices.updateBalance(tx, after);
    return after.status === 'paid' ? [InvoicePaid.of(aboutInvoice(after))] : [];
  }

  /**
   * Reverses an applied amount and adds it to the amount due, e.g. because a payment was reversed. A no-op
   * if no amount of the source is applied.
   *
   * @throws InvalidStateError if the amount exceeds the applied amount of the source.
   */
  async reopen(tx: Transaction, applied: AppliedAmount): Promise<void> {
    const { organizationId, invoiceId, source, sourceId, amountCents } = applied;
    const invoice = await this.load(tx, organizationId, invoiceId);
    const before = await this.appliedAmounts.find(tx, organizationId, { source, sourceId, invoiceId });
    if (before === null || before.amountCents === 0n) return;
    if (amountCents > before.amountCents) {
      const applied = Money.ofCents(before.amountCents, invoice.currency);
      throw new InvalidStateError(`At most ${applied.toText()} can be reversed on the invoice.`);
    }
    const updatedAt = this.clock.now();
    await this.appliedAmounts.update(tx, {
      ...before,
      amountCents: before.amountCents - amountCents,
      reversedAmountCents: before.reversedAmountCents + amountCents,
      updatedAt,
    });
    const after = this.withApplied(invoice, source, -amountCents);
    await this.invoices.updateBalance(tx, after);
    await this.debts.changed(tx, invoice.organizationId, [{ before: invoice, after }]);
  }

  /** Returns the invoices to which a payment is or was applied, oldest first. */
  ofPayment(tx: Transaction, organizationId: string, paymentId: string): Promise<PaidInvoice[]> {
    return this.appliedAmounts.findOfSource(tx, organizationId, 'payment', paymentId);
  }

  /** Records that an amount that was reversed here is now applied to other invoices. */
  async moveReversed(tx: Transaction, moved: AppliedAmount): Promise<void> {
    const { organizationId, invoiceId, source, sourceId, amountCents } = moved;
    const before = await this.appliedAmounts.find(tx, organizationId, { source, sourceId, invoiceId });
    if (before === null) return;
    const reversedAmountCents = before.reversedAmountCents - amountCents;
    await this.appliedAmounts.update(tx, { ...before, reversedAmountCents, updatedAt: this.clock.now() });
  }

  private async load(tx: Transaction, organizationId: string, invoiceId: string): Promise<Invoice> {
    const invoice = await this.invoices.findForUpdate(tx, organizationId, invoiceId);
    if (invoice === null) throw new NotFoundError('invoice');
    return invoice;
  }

  private async record(
    tx: Transaction,
    { organizationId, invoiceId, source, sourceId, amountCents }: AppliedAmount,
    before: AppliedAmountEntity | null,
  ): Promise<void> {
    const now = this.clock.now();
    if (before !== null) {
      const left = before.reversedAmountCents - amountCents;
      const reversedAmountCents = left > 0n ? left : 0n;
      await this.appliedAmounts.update(tx, { ...before, amountCents, reversedAmountCents, updatedAt: now });
      return;
    }
    const dates = { createdAt: now, updatedAt: now };
    const row = { organizationId, id: newId(), invoiceId, source, sourceId, amountCents, ...dates };
    await this.appliedAmounts.insert(tx, { ...row, reversedAmountCents: 0n, refundedAmountCents: 0n });
  }

  /** Returns the invoice after applying the amount; a negative amount is a reversal. */
  private withApplied(invoice: Invoice, source: AppliedAmount['source'], amountCents: bigint): Invoice {
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

function assertApplicable(invoice: Invoice, amountCents: bigint): void {
  if (invoice.status === 'draft' || invoice.status === 'voided') {
    throw new InvalidStateError(`The invoice is ${invoice.status}; nothing is due on it.`);
  }
  if (amountCents <= invoice.amountDueCents) return;
  const amount = Money.ofCents(amountCents, invoice.currency);
  const due = Money.ofCents(invoice.amountDueCents, invoice.currency);
  throw new InvalidStateError(`${amount.toText()} cannot be applied to the invoice: ${due.toText()} is due.`);
}

function toPayable(invoice: Invoice): PayableInvoice {
  const { id, number, customerId, status, currency, issuingDate } = invoice;
  const { totalAmountCents, amountDueCents, amountPaidCents, paymentOverdue } = invoice;
  return {
    id,
    number,
    customerId,
    status,
    currency,
    issuingDate,
    totalAmountCents,
    amountDueCents,
    amountPaidCents,
    paymentOverdue,
    fees: invoice.fees.map((fee) => ({
      id: fee.id,
      description: fee.description,
      amountCents: fee.amountCents,
      netAmountCents: netAmountOf(fee),
      taxesAmountCents: fee.taxesAmountCents,
      taxes: taxAmountsOf(taxedFee(fee)),
    })),
  };
}
