import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';
import { InvoiceFunding, type FundableInvoice, type InvoiceFunder } from '../invoices';
import { CreditNoteUsesRepository } from './credit-note-uses.repository';

/** Uses the credit of notes for invoices when they are finalized (billing-rules.md, Credit notes). */
@Injectable()
export class CreditNoteFunding implements InvoiceFunder, OnModuleInit {
  constructor(
    private readonly funding: InvoiceFunding,
    private readonly uses: CreditNoteUsesRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.funding.register('credit_notes', this);
  }

  /** Oldest first. A use is no event of its own: the note's balance shows it. */
  async fund(
    tx: Transaction,
    invoice: FundableInvoice,
  ): Promise<{ amountCents: bigint; events: DomainEvent[] }> {
    const { organizationId, invoiceId } = invoice;
    let due = invoice.amountDueCents;
    if (due <= 0n) return { amountCents: 0n, events: [] };
    const now = this.clock.now();
    const notes = await this.uses.lockWithCredit(tx, invoice);
    // Its own notes are none that it may use: they change what it comes to.
    for (const note of notes.filter((it) => it.invoiceId !== invoiceId)) {
      if (due === 0n) break;
      const balance = note.balanceAmountCents;
      const amountCents = balance < due ? balance : due;
      const reference = { organizationId, creditNoteId: note.id, invoiceId };
      await this.uses.insert(tx, { ...reference, amountCents, createdAt: now, releasedAt: null });
      await this.uses.setBalance(tx, note, balance - amountCents, now);
      due -= amountCents;
    }
    return { amountCents: invoice.amountDueCents - due, events: [] };
  }

  /** Every note gets back exactly what it gave: one that was used cannot have been voided since. */
  async release(
    tx: Transaction,
    invoice: Omit<FundableInvoice, 'amountDueCents'>,
  ): Promise<{ events: DomainEvent[] }> {
    const notes = await this.uses.lockUsedBy(tx, invoice);
    const given = new Map(
      (await this.uses.findOpen(tx, invoice)).map((it) => [it.creditNoteId, it.amountCents]),
    );
    const now = this.clock.now();
    for (const note of notes) {
      await this.uses.setBalance(tx, note, note.balanceAmountCents + (given.get(note.id) ?? 0n), now);
    }
    await this.uses.release(tx, invoice, now);
    return { events: [] };
  }
}
