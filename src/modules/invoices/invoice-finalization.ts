import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { itemAt } from '../../platform/domain/item-at';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';
import { Outbox } from '../../platform/outbox/outbox';
import { BillFunding } from './compose/bill-funding';
import type { Invoice } from './invoice';
import { InvoiceDrafts, type ComposedDraft } from './invoice-drafts';
import { InvoiceFinalDetails } from './final-details';
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
    private readonly details: InvoiceFinalDetails,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Finalizes one draft. See `finalizeAll`. */
  async finalize(tx: Transaction, draft: Invoice): Promise<Invoice> {
    return itemAt(await this.finalizeAll(tx, [draft]), 0);
  }

  /**
   * Finalizes drafts of one organization, in the given order. The caller has locked the customers, then the drafts.
   *
   * @throws InvoiceTooLargeError
   */
  async finalizeAll(tx: Transaction, drafts: readonly Invoice[]): Promise<Invoice[]> {
    if (drafts.length === 0) return [];
    const composed = await withCleanRangeError(() => this.drafts.recompute(tx, drafts, true));
    const final = await this.complete(tx, composed);
    const invoices = final.map((it) => it.invoice);
    await this.repository.updateDrafts(tx, invoices);
    await this.outbox.append(tx, ...final.flatMap((it) => it.events));
    return invoices;
  }

  /**
   * Writes drafts of one organization that were inserted and composed in the same transaction, finalizes those that are
   * final, and emits their events, all in the given order. Returns the invoices.
   */
  async issue(
    tx: Transaction,
    drafts: readonly (ComposedDraft & { isFinal: boolean })[],
  ): Promise<Invoice[]> {
    if (drafts.length === 0) return [];
    const toComplete = drafts.filter((it) => it.isFinal);
    const completed = await this.complete(tx, toComplete);
    const final = new Map(completed.map((it) => [it.invoice.id, it]));
    const issued = drafts.map(({ draft }) => final.get(draft.id)?.invoice ?? draft);
    await this.repository.updateDrafts(tx, issued);
    const events = drafts.flatMap(({ draft }) => [
      InvoiceCreated.of(aboutInvoice(draft)),
      ...(final.get(draft.id)?.events ?? []),
    ]);
    await this.outbox.append(tx, ...events);
    return issued;
  }

  /** Funds the drafts of an organization in the given order, freezes their parties, and then numbers them. */
  private async complete(tx: Transaction, composed: readonly ComposedDraft[]): Promise<FinalInvoice[]> {
    const [first] = composed;
    if (first === undefined) return [];
    const drafts = composed.map((it) => it.draft);
    const funded = await this.funding.fundAll(tx, drafts);
    const details = await this.details.of(tx, first.draft.organizationId, drafts);
    const now = this.clock.now();
    return composed.map(({ draft, events }, index) => {
      const { events: fundingEvents, ...amounts } = itemAt(funded, index);
      const invoice = finalInvoice({ ...draft, ...amounts, ...itemAt(details, index) }, now);
      return { invoice, events: [...ownEvents(invoice), ...events, ...fundingEvents] };
    });
  }
}

function finalInvoice(draft: Invoice, now: Date): Invoice {
  const totalAmountCents = totalOf(draft);
  const amountDueCents = dueOf({ ...draft, totalAmountCents });
  const isPaid = amountDueCents === 0n;
  const dated = { ...draft, ...datesOnFinalization(draft, now), amountDueCents };
  return {
    ...dated,
    ...overdueState(dated, now),
    totalAmountCents,
    status: isPaid ? 'paid' : 'finalized',
    billingError: null,
    finalizedAt: now,
    paidAt: isPaid ? now : null,
    updatedAt: now,
  };
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
