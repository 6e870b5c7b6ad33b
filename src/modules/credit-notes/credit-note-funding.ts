import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';
import type { FundableInvoice, Funding, InvoiceFunder } from '../invoices';
import { CreditNoteUsesRepository } from './credit-note-uses.repository';

/** Applies credit notes to invoices when the invoices are finalized (docs/billing-rules.md). */
@Injectable()
export class CreditNoteFunding implements InvoiceFunder {
  readonly source = 'credit_notes';

  constructor(
    private readonly uses: CreditNoteUsesRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  customersConcerned(
    tx: Transaction,
    organizationId: string,
    customerIds: readonly string[],
  ): Promise<string[]> {
    return this.uses.customersWithCredit(tx, organizationId, customerIds);
  }

  /** Applies the oldest notes first. Emits no event: applied credit shows only in the balance of the note. */
  async fund(tx: Transaction, invoice: FundableInvoice): Promise<Funding> {
    const { organizationId, invoiceId, currency } = invoice;
    let due = invoice.amountDueCents;
    const now = this.clock.now();
    const notes = await this.uses.lockWithCredit(tx, invoice);
    // The credit of a note is for later invoices, so skip the notes on this one.
    for (const note of notes.filter((it) => it.invoiceId !== invoiceId)) {
      if (due === 0n) break;
      const balance = note.balanceAmountCents;
      const amountCents = balance < due ? balance : due;
      const reference = { organizationId, creditNoteId: note.id, invoiceId };
      await this.uses.insert(tx, { ...reference, amountCents, createdAt: now, releasedAt: null });
      await this.uses.setBalance(tx, note, balance - amountCents, now);
      due -= amountCents;
    }
    return { amountCents: invoice.amountDueCents - due, currency, events: [] };
  }

  /**
   * Reverses the use of credit by the invoice: adds the amounts back to the balances of the notes. None of these
   * notes can have been voided, because a note with used credit cannot be voided.
   */
  async release(tx: Transaction, invoice: Omit<FundableInvoice, 'amountDueCents'>): Promise<DomainEvent[]> {
    const notes = await this.uses.lockUsedBy(tx, invoice);
    const given = new Map(
      (await this.uses.findOpen(tx, invoice)).map((it) => [it.creditNoteId, it.amountCents]),
    );
    const now = this.clock.now();
    for (const note of notes) {
      await this.uses.setBalance(tx, note, note.balanceAmountCents + (given.get(note.id) ?? 0n), now);
    }
    await this.uses.release(tx, invoice, now);
    return [];
  }
}
