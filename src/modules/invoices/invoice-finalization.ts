import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';
import { Outbox } from '../../platform/outbox/outbox';
import { BillFunding } from './compose/bill-funding';
import type { Invoice } from './invoice';
import { InvoiceDrafts, type ComposedDraft } from './invoice-drafts';
import { InvoiceNumbers } from './invoice-numbers';
import { aboutInvoice } from './invoice-event';
import { withCleanRangeError } from './invoice.errors';
import { InvoiceCreated, InvoiceFinalized, InvoicePaid } from './invoice.events';
import { datesOnFinalization, dueOf, overdueState, totalOf } from './invoice.rules';
import { InvoicesRepository } from './invoices.repository';

/** A final invoice with its events: its own, then those of its discounts, then those of its funding. */
interface FinalInvoice {
  invoice: Invoice;
  events: DomainEvent[];
}

/**
 * Finalizes drafts: refreshes them one last time, applies the customer's credit, assigns the number and
 * emits the events.
 */
@Injectable()
export class InvoiceFinalization {
  constructor(
    private readonly repository: InvoicesRepository,
    private readonly drafts: InvoiceDrafts,
    private readonly funding: BillFunding,
    private readonly numbers: InvoiceNumbers,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Finalizes a draft. The caller has locked the customer, then the draft.
   *
   * @throws InvoiceTooLargeError
   */
  async finalize(tx: Transaction, before: Invoice): Promise<Invoice> {
    const composed = await withCleanRangeError(() => this.drafts.recompute(tx, before, true));
    const { invoice, events } = await this.complete(tx, composed);
    await this.outbox.append(tx, ...events);
    return invoice;
  }

  /**
   * Writes drafts that were inserted and composed in the same transaction, finalizes those that are final, and emits their
   * events, all in the given order. Returns the invoices.
   */
  async issue(
    tx: Transaction,
    drafts: readonly (ComposedDraft & { isFinal: boolean })[],
  ): Promise<Invoice[]> {
    const issued: Invoice[] = [];
    const events: DomainEvent[] = [];
    for (const { isFinal, ...composed } of drafts) {
      events.push(InvoiceCreated.of(aboutInvoice(composed.draft)));
      if (isFinal) {
        const final = await this.complete(tx, composed);
        issued.push(final.invoice);
        events.push(...final.events);
      } else {
        await this.repository.updateDraft(tx, composed.draft);
        issued.push(composed.draft);
      }
    }
    await this.outbox.append(tx, ...events);
    return issued;
  }

  private async complete(
    tx: Transaction,
    { draft, events: discountEvents }: ComposedDraft,
  ): Promise<FinalInvoice> {
    const { events, ...amounts } = await this.funding.fund(tx, draft);
    const now = this.clock.now();
    const totalAmountCents = totalOf({ ...draft, ...amounts });
    const amountDueCents = dueOf({ ...draft, totalAmountCents });
    const isPaid = amountDueCents === 0n;
    const dated = { ...draft, ...datesOnFinalization(draft, now), amountDueCents };
    const invoice: Invoice = {
      ...dated,
      ...amounts,
      ...overdueState(dated, now),
      totalAmountCents,
      status: isPaid ? 'paid' : 'finalized',
      number: await this.numbers.take(tx, draft.organizationId),
      billingError: null,
      finalizedAt: now,
      paidAt: isPaid ? now : null,
      updatedAt: now,
    };
    await this.repository.updateDraft(tx, invoice);
    return { invoice, events: [...ownEvents(invoice), ...discountEvents, ...events] };
  }
}

/**
 * Returns invoice.finalized and, if nothing is due, invoice.paid. The payload of invoice.finalized shows the invoice
 * before payment.
 */
function ownEvents(invoice: Invoice): DomainEvent[] {
  if (invoice.status !== 'paid') return [InvoiceFinalized.of(aboutInvoice(invoice))];
  const before: Invoice = { ...invoice, status: 'finalized', paidAt: null };
  return [InvoiceFinalized.of(aboutInvoice(before)), InvoicePaid.of(aboutInvoice(invoice))];
}
