import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import type { DomainEvent } from '../../../platform/outbox/event-catalogue';
import { Outbox } from '../../../platform/outbox/outbox';
import type { Spending } from '../compose/spending';
import type { Invoice } from '../invoice';
import { aboutInvoice } from '../invoice-event';
import { withinInvoiceRange } from '../invoice.errors';
import {
  InvoiceCreated,
  InvoiceFinalized,
  InvoicePaid,
  InvoicesIssued,
  InvoicesNumbered,
} from '../invoice.events';
import { datesOnFinalization, dueOf, overdueState, totalOf } from '../invoice.rules';
import { InvoicesRepository } from '../invoices.repository';
import { InvoiceDrafts, type ComposedDraft } from './invoice-drafts';
import { InvoiceFundings, type FundedInvoice } from './invoice-fundings';
import { IssuingDetails } from './issuing-details';

/** A final invoice. */
interface FinalizedInvoice {
  invoice: Invoice;
  /** To append: the invoice's own, then those of discounts, then those of funding. */
  events: DomainEvent[];
}

/** The end of the way of a bill: it is funded, numbered and final. */
@Injectable()
export class InvoiceFinalization {
  constructor(
    private readonly repository: InvoicesRepository,
    private readonly drafts: InvoiceDrafts,
    private readonly fundings: InvoiceFundings,
    private readonly details: IssuingDetails,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Finalizes drafts of one organization in the order given, with all usage so far, and appends their events. The caller
   * holds the locks on them.
   *
   * @param spending of their customers, locked before the drafts.
   * @throws InvoiceTooLargeError beyond 2^53-1 cents.
   */
  async finalize(tx: Transaction, drafts: readonly Invoice[], spending: Spending): Promise<Invoice[]> {
    const composed = await withinInvoiceRange(() => this.drafts.recompose(tx, drafts, true, spending));
    const final = await this.complete(tx, composed, spending);
    const invoices = final.map((it) => it.invoice);
    const [first] = invoices;
    if (first === undefined) return [];
    await this.outbox.append(tx, ...final.flatMap((it) => it.events));
    await this.outbox.emit(tx, InvoicesNumbered, { organizationId: first.organizationId, invoices });
    return invoices;
  }

  /**
   * Writes invoices that were inserted and composed in this transaction, final ones as such, and appends their events in the
   * order given. Returns them as they are then.
   */
  async issue(
    tx: Transaction,
    drafts: readonly (ComposedDraft & { isFinal: boolean })[],
    spending: Spending,
  ): Promise<Invoice[]> {
    const remaining = drafts.filter((it) => !it.isFinal);
    // What becomes final now is written once, when it is.
    await this.repository.updateDrafts(
      tx,
      remaining.map((it) => it.draft),
    );
    const final = await this.complete(
      tx,
      drafts.filter((it) => it.isFinal),
      spending,
    );
    const byId = new Map(final.map((it) => [it.invoice.id, it]));
    const events = drafts.flatMap(({ draft }) => [
      InvoiceCreated.of(aboutInvoice(draft)),
      ...(byId.get(draft.id)?.events ?? []),
    ]);
    await this.outbox.append(tx, ...events);
    return drafts.map(({ draft }) => byId.get(draft.id)?.invoice ?? draft);
  }

  /** Funds, numbers and writes composed drafts in the order given. */
  private async complete(
    tx: Transaction,
    drafts: readonly ComposedDraft[],
    spending: Spending,
  ): Promise<FinalizedInvoice[]> {
    const [first] = drafts;
    if (first === undefined) return [];
    const funded = await this.fundings.fund(
      tx,
      drafts.map((it) => it.draft),
      spending,
    );
    const now = this.clock.now();
    const invoices = funded.map((it) => it.invoice);
    const { organizationId } = first.draft;
    const details = await this.details.take(tx, organizationId, invoices);
    const final = funded.map((it, index): Invoice => ({ ...finalInvoice(it, now), ...details[index] }));
    await this.repository.updateDrafts(tx, final);
    await this.outbox.emit(tx, InvoicesIssued, { organizationId, invoices: final });
    return final.map((invoice, index) => {
      const [discounts = [], funding = []] = [drafts[index]?.events, funded[index]?.events];
      return { invoice, events: [...ownEvents(invoice), ...discounts, ...funding] };
    });
  }
}

function finalInvoice({ invoice: draft, ...amounts }: FundedInvoice, now: Date): Invoice {
  const { creditNotesAmountCents, prepaidCreditAmountCents } = amounts;
  const parts = { ...draft, creditNotesAmountCents, prepaidCreditAmountCents };
  const totalAmountCents = totalOf(parts);
  const amountDueCents = dueOf({ ...draft, totalAmountCents });
  const isPaid = amountDueCents === 0n;
  const dated = { ...parts, ...datesOnFinalization(draft, now), totalAmountCents, amountDueCents };
  return {
    ...dated,
    ...overdueState(dated, now),
    status: isPaid ? 'paid' : 'finalized',
    finalizedAt: now,
    paidAt: isPaid ? now : null,
    updatedAt: now,
  };
}

/** An invoice on which nothing is due is finalized first all the same: two events show it, one state each. */
function ownEvents(invoice: Invoice): DomainEvent[] {
  if (invoice.status !== 'paid') return [InvoiceFinalized.of(aboutInvoice(invoice))];
  const before: Invoice = { ...invoice, status: 'finalized', paidAt: null };
  return [InvoiceFinalized.of(aboutInvoice(before)), InvoicePaid.of(aboutInvoice(invoice))];
}
