import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';
import { Outbox } from '../../platform/outbox/outbox';
import type { Invoice } from './invoice';
import { InvoiceDrafts } from './invoice-drafts';
import { InvoiceFunding, type FundingKind } from './invoice-funding';
import { InvoiceNumbers } from './invoice-numbers';
import { aboutInvoice } from './invoice-event';
import { withCleanRangeError } from './invoice.errors';
import { InvoiceCreated, InvoiceFinalized, InvoicePaid } from './invoice.events';
import { datesOnFinalization, dueOf, overdueState, totalOf } from './invoice.rules';
import { InvoicesRepository } from './invoices.repository';

/**
 * Finalizes drafts: refreshes them one last time, applies the customer's credit, assigns the number and
 * emits the events.
 */
@Injectable()
export class InvoiceFinalization {
  constructor(
    private readonly repository: InvoicesRepository,
    private readonly drafts: InvoiceDrafts,
    private readonly funding: InvoiceFunding,
    private readonly numbers: InvoiceNumbers,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Finalizes a draft that the caller has locked.
   *
   * @throws InvoiceTooLargeError
   */
  async finalize(tx: Transaction, before: Invoice): Promise<Invoice> {
    const draft = await withCleanRangeError(() => this.drafts.recompute(tx, before, true));
    const { invoice, events } = await this.complete(tx, draft);
    await this.outbox.append(tx, ...events);
    return invoice;
  }

  /** Finalizes a draft that was inserted in the same transaction. Also emits invoice.created. */
  async issue(tx: Transaction, draft: Invoice): Promise<Invoice> {
    const created = InvoiceCreated.of(aboutInvoice(draft));
    const { invoice, events } = await this.complete(tx, draft);
    await this.outbox.append(tx, created, ...events);
    return invoice;
  }

  private async complete(
    tx: Transaction,
    draft: Invoice,
  ): Promise<{ invoice: Invoice; events: DomainEvent[] }> {
    const { used, events } = await this.fund(tx, draft);
    const now = this.clock.now();
    const amounts = {
      creditNotesAmountCents: used.credit_notes,
      prepaidCreditAmountCents: used.wallets,
    };
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
    return { invoice, events: [...ownEvents(invoice), ...events] };
  }

  private async fund(
    tx: Transaction,
    draft: Invoice,
  ): Promise<{ used: Record<FundingKind, bigint>; events: DomainEvent[] }> {
    const { organizationId, id: invoiceId, customerId, currency } = draft;
    const used = { credit_notes: 0n, wallets: 0n };
    const events: DomainEvent[] = [];
    let amountDueCents = draft.amountDueCents;
    for (const { kind, funder } of this.funding.all()) {
      if (amountDueCents === 0n) break;
      const about = { organizationId, invoiceId, customerId, currency, amountDueCents };
      const funded = await funder.fund(tx, about);
      if (funded.amountCents < 0n || funded.amountCents > amountDueCents) {
        throw new Error(
          `The funder ${kind} applied ${funded.amountCents}, but the amount due is ${amountDueCents}`,
        );
      }
      used[kind] = funded.amountCents;
      amountDueCents -= funded.amountCents;
      events.push(...funded.events);
    }
    return { used, events };
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
