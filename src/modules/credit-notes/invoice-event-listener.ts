import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { Outbox } from '../../platform/outbox/outbox';
import type { OutboxEvent } from '../../platform/outbox/outbox-event';
import { InvoiceFinalized, InvoiceBalances, InvoiceDeletionGuard } from '../invoices';
import { creditNoteNumber } from './credit-note.rules';
import { CreditNotesRepository } from './credit-notes.repository';

/**
 * When an invoice is finalized, numbers the notes that were created while it was a draft, in the same transaction. Also
 * keeps invoices with finalized notes from being voided.
 */
@Injectable()
export class InvoiceEventListener implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly deletionGuard: InvoiceDeletionGuard,
    private readonly balances: InvoiceBalances,
    private readonly repository: CreditNotesRepository,
  ) {}

  onModuleInit(): void {
    this.outbox.subscribe(async (tx, events) => {
      for (const event of events) {
        if (event.kind === InvoiceFinalized.kind) await this.numberNotes(tx, event);
      }
    });
    // Voiding the invoice would let the customer keep credit from an invoice that is never paid.
    this.deletionGuard.register(async (...invoice) =>
      (await this.repository.hasFinalized(...invoice)) ? 'a finalized credit note' : null,
    );
  }

  private async numberNotes(tx: Transaction, { organizationId, objectId }: OutboxEvent): Promise<void> {
    const notes = await this.repository.findUnnumbered(tx, organizationId, objectId);
    if (notes.length === 0) return;
    const { number } = await this.balances.lock(tx, organizationId, objectId);
    for (const note of notes) {
      await this.repository.setNumber(tx, note, creditNoteNumber(number, note.sequence));
    }
  }
}
