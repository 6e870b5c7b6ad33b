import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';
import { UsageMeter } from '../events';
import type { Invoice } from './invoice';
import { InvoiceDrafts } from './invoice-drafts';
import { InvoiceFunding, type FundingKind } from './invoice-funding';
import { InvoiceNumbers } from './invoice-numbers';
import { aboutInvoice } from './invoice-event';
import { InvoiceFinalized, InvoicePaid } from './invoice.events';
import { datesOnFinalization, dueOf, overdueState, totalOf } from './invoice.rules';
import { InvoicesRepository } from './invoices.repository';

/** A final invoice with the events to append, in the order of the catalogue. */
export interface FinalizedInvoice {
  invoice: Invoice;
  events: DomainEvent[];
}

/** Makes drafts final: their last computation, what they are paid from, their number. */
@Injectable()
export class InvoiceFinalization {
  constructor(
    private readonly repository: InvoicesRepository,
    private readonly drafts: InvoiceDrafts,
    private readonly usage: UsageMeter,
    private readonly funding: InvoiceFunding,
    private readonly numbers: InvoiceNumbers,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** A draft that was made earlier, which the caller has locked. @throws AmountOutOfRangeError */
  async finalizeAgain(tx: Transaction, draft: Invoice): Promise<FinalizedInvoice> {
    await this.closeUsage(tx, draft.organizationId, draft.usagePeriodId);
    return this.finalize(tx, await this.drafts.recompute(tx, draft));
  }

  /** What is used from now on is late. To be called before the last computation, so that nothing falls between. */
  async closeUsage(tx: Transaction, organizationId: string, usagePeriodId: string | null): Promise<void> {
    if (usagePeriodId !== null) await this.usage.closePeriod(tx, organizationId, usagePeriodId);
  }

  /** A draft that has just been computed. */
  async finalize(tx: Transaction, draft: Invoice): Promise<FinalizedInvoice> {
    const { used, events } = await this.fund(tx, draft);
    const now = this.clock.now();
    const amounts = {
      creditNotesAmountCents: used.credit_notes,
      prepaidCreditAmountCents: used.wallets,
    };
    const totalAmountCents = totalOf({ ...draft, ...amounts });
    const amountDueCents = dueOf({ ...draft, totalAmountCents });
    const isPaid = amountDueCents === 0n;
    const dates = { ...draft, ...datesOnFinalization(draft, now), amountDueCents };
    const invoice: Invoice = {
      ...dates,
      ...amounts,
      ...overdueState(dates, now),
      totalAmountCents,
      status: isPaid ? 'paid' : 'finalized',
      number: await this.numbers.take(tx, draft.organizationId),
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
        throw new Error(`${kind} paid ${funded.amountCents} of ${amountDueCents}`);
      }
      used[kind] = funded.amountCents;
      amountDueCents -= funded.amountCents;
      events.push(...funded.events);
    }
    return { used, events };
  }
}

/**
 * A final invoice is finalized first, also if nothing was due: the event shows it so, and the next one paid.
 */
function ownEvents(invoice: Invoice): DomainEvent[] {
  if (invoice.status !== 'paid') return [InvoiceFinalized.of(aboutInvoice(invoice))];
  const before: Invoice = { ...invoice, status: 'finalized', paidAt: null };
  return [InvoiceFinalized.of(aboutInvoice(before)), InvoicePaid.of(aboutInvoice(invoice))];
}
