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
    this.outbox.subscribe(async (tx, events) => {
      for (const event of events) {
        if (event.kind === InvoiceFinalized.kind) await this.issueNotes(tx, event);
      }
    });
  }

  private async issueNotes(tx: Transaction, { organizationId, objectId }: OutboxEvent): Promise<void> {
    const notes = await this.repository.findUnnumbered(tx, organizationId, objectId);
    for (const note of notes) {
      if (note.status === 'draft') await this.finalize(tx, note);
      else {
        const { number } = await this.balances.lock(tx, organizationId, objectId);
        await this.repository.setNumber(tx, note, creditNoteNumber(number, note.sequence));
      }
    }
  }

  /**
   * Recomputes the amounts and the split: the discounts and taxes of the invoice may have changed since the note was
   * created. Voids a note that has nothing left to credit.
   */
  private async finalize(tx: Transaction, draft: CreditNote): Promise<void> {
    const { organizationId, invoiceId, id } = draft;
    const creditable = await this.writer.lockInvoice(tx, organizationId, invoiceId, id);
    // Nothing was paid on the draft: a note that should be a refund was an offset too.
    const returnAs = draft.offsetAmountCents > 0n ? 'offset' : 'credit';
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
