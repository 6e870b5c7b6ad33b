import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { InvalidStateError } from '../../platform/errors/app-error';
import { Outbox } from '../../platform/outbox/outbox';
import type { StoredEvent } from '../../platform/outbox/stored-event';
import { InvoiceSettlements } from '../invoices';
import { creditNoteNumber } from './credit-note.rules';
import { CreditNotesRepository } from './credit-notes.repository';

/** What becomes of notes when their invoice moves on, in the invoice's own transaction. */
@Injectable()
export class InvoiceNews implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly repository: CreditNotesRepository,
    private readonly settlements: InvoiceSettlements,
  ) {}

  onModuleInit(): void {
    this.outbox.subscribe(async (tx, events) => {
      for (const event of events) {
        if (event.kind === 'invoice.finalized') await this.numberNotes(tx, event);
        if (event.kind === 'invoice.voided') await this.assertNoCredit(tx, event);
      }
    });
  }

  /** Notes on what a draft billed in advance were made before it had a number. */
  private async numberNotes(tx: Transaction, { organizationId, objectId }: StoredEvent): Promise<void> {
    const notes = await this.repository.findUnnumbered(tx, organizationId, objectId);
    if (notes.length === 0) return;
    const { number } = await this.settlements.lock(tx, organizationId, objectId);
    for (const note of notes) {
      await this.repository.update(tx, { ...note, number: creditNoteNumber(number, note.sequence) });
    }
  }

  /** Else the customer would keep the credit for an invoice that nobody pays. */
  private async assertNoCredit(tx: Transaction, { organizationId, objectId }: StoredEvent): Promise<void> {
    if (!(await this.repository.hasFinalized(tx, organizationId, objectId))) return;
    throw new InvalidStateError('The invoice has a finalized credit note: void that first.');
  }
}
