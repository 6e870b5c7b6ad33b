import { Injectable, type OnModuleInit } from '@nestjs/common';
import { formatDate, localDayOf } from '../../../platform/calendar';
import type { Transaction } from '../../../platform/database/transactions';
import { Outbox } from '../../../platform/outbox/outbox';
import { InvoicesNumbered, type NumberedInvoices } from '../../invoices';
import type { CreditNote } from '../credit-note';
import { creditNoteNumber, unusedFeeSplit } from '../credit-note.rules';
import { CreditNotesRepository } from '../credit-notes.repository';
import { CreditNoteWriter } from './credit-note-writer';
import { onFinalInvoice } from './draft-note';

/** Numbers and finalizes the notes on drafts once those are final (docs/billing-rules.md#draft-credit-notes). */
@Injectable()
export class DraftInvoiceNotes implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly repository: CreditNotesRepository,
    private readonly writer: CreditNoteWriter,
  ) {}

  onModuleInit(): void {
    this.outbox.on(InvoicesNumbered, (tx, numbered) => this.finalizeAll(tx, numbered));
  }

  private async finalizeAll(tx: Transaction, { organizationId, invoices }: NumberedInvoices): Promise<void> {
    const numbers = new Map(invoices.map((it) => [it.id, it.number]));
    for (const note of await this.repository.lockUnnumbered(tx, organizationId, [...numbers.keys()])) {
      if (note.status === 'draft') await this.finalize(tx, note);
      else {
        const number = creditNoteNumber(numbers.get(note.invoiceId) ?? null, note.sequence);
        await this.repository.setNumber(tx, note, number);
      }
    }
  }

  /** The taxes of the draft, and what it is paid from, may have changed since the note was created. */
  private async finalize(tx: Transaction, draft: CreditNote): Promise<void> {
    const { organizationId, invoiceId, id } = draft;
    const creditable = await this.writer.lockInvoice(tx, organizationId, invoiceId, id);
    // Nothing was paid on the draft, so what was not all credit was an offset.
    const returnAs = draft.offsetAmountCents > 0n ? 'offset' : 'credit';
    const note = onFinalInvoice(draft, creditable, (total) => unusedFeeSplit(total, returnAs, creditable));
    await this.repository.updateItemTaxes(tx, note.items);
    const { timezone, issuingDate } = creditable.invoice;
    const createdOn = formatDate(localDayOf(draft.createdAt, timezone));
    const issuedOn = createdOn > issuingDate ? createdOn : issuingDate;
    const { event, invoiceEvents } = await this.writer.finalize(tx, note, issuedOn);
    await this.outbox.append(tx, ...invoiceEvents, event);
  }
}
