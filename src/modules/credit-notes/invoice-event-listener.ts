import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { Outbox } from '../../platform/outbox/outbox';
import type { OutboxEvent } from '../../platform/outbox/outbox-event';
import { InvoiceFinalized, InvoiceBalances } from '../invoices';
import type { CreditNote } from './credit-note';
import { CreditNoteWriter } from './credit-note-writer';
import { creditNoteNumber, unusedFeeSplit } from './credit-note.rules';
import { CreditNotesRepository } from './credit-notes.repository';
import { onFinalInvoice } from './draft-note';

/**
 * When an invoice is finalized, numbers and finalizes the notes that were created while it was a draft, in the same
 * transaction (docs/billing-rules.md#draft-credit-notes).
 */
@Injectable()
export class InvoiceEventListener implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly balances: InvoiceBalances,
    private readonly repository: CreditNotesRepository,
    private readonly writer: CreditNoteWriter,
  ) {}

  onModuleInit(): void {
    this.outbox.subscribe((tx, events) =>
      this.onFinalized(
        tx,
        events.filter((it) => it.kind === InvoiceFinalized.kind),
      ),
    );
  }

  /** Reads the notes of all invoices of an organization together, because few invoices have any. */
  private async onFinalized(tx: Transaction, events: readonly OutboxEvent[]): Promise<void> {
    for (const organizationId of new Set(events.map((it) => it.organizationId))) {
      const invoiceIds = events.flatMap((it) => (it.organizationId === organizationId ? it.objectId : []));
      const notes = await this.repository.findUnnumbered(tx, organizationId, invoiceIds);
      for (const id of invoiceIds) {
        for (const note of notes.filter((it) => it.invoiceId === id)) await this.issue(tx, note);
      }
    }
  }

  private async issue(tx: Transaction, note: CreditNote): Promise<void> {
    if (note.status === 'draft') return this.finalize(tx, note);
    const { number } = await this.balances.lock(tx, note.organizationId, note.invoiceId);
    await this.repository.setNumber(tx, note, creditNoteNumber(number, note.sequence));
  }

  /**
   * Recomputes the amounts and the split: the discounts and taxes of the invoice may have changed since the note was
   * created. Voids a note that has nothing left to credit.
   */
  private async finalize(tx: Transaction, draft: CreditNote): Promise<void> {
    const { organizationId, invoiceId, id } = draft;
    const creditable = await this.writer.lockInvoice(tx, organizationId, invoiceId, id);
    const returnAs = draft.unusedReturnAs ?? 'offset';
    const note = onFinalInvoice(draft, creditable, (total) => unusedFeeSplit(total, returnAs, creditable));
    if (note === null) return this.writer.void(tx, draft, creditable.invoice.number);
    await this.repository.updateItems(tx, note.items);
    const { issuingDate } = creditable.invoice;
    const createdOn = await this.writer.localDay(tx, note, note.createdAt);
    const issuedOn = createdOn > issuingDate ? createdOn : issuingDate;
    const { event, invoiceEvents } = await this.writer.finalize(tx, note, issuedOn);
    await this.outbox.append(tx, ...invoiceEvents, event);
  }
}
