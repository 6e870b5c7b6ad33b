import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import type { MadeRefund, OpenRefund } from './credit-note';
import type { CreditNoteRefundEntity } from './credit-note.entity';
import { CreditNoteRefundsRepository } from './credit-note-refunds.repository';

/**
 * Records what refunds of payments return for credit notes (docs/billing-rules.md#refunds-of-credit-notes). The caller
 * holds the locks on the payment and on the invoices of the notes.
 */
@Injectable()
export class CreditNoteRefunds {
  constructor(
    private readonly repository: CreditNoteRefundsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns what the finalized notes of these invoices are still to refund, oldest note first. */
  openOf(tx: Transaction, organizationId: string, invoiceIds: readonly string[]): Promise<OpenRefund[]> {
    return this.repository.findOpen(tx, organizationId, invoiceIds);
  }

  /** Returns what the refunds of a payment have returned for notes, newest first. */
  madeBy(tx: Transaction, organizationId: string, paymentId: string): Promise<MadeRefund[]> {
    return this.repository.findMade(tx, organizationId, paymentId);
  }

  /** Adds a refund of a payment to a note. A negative amount is a refund that failed and can be made again. */
  add(tx: Transaction, refund: Omit<CreditNoteRefundEntity, 'id' | 'createdAt'>): Promise<void> {
    return this.repository.add(tx, { ...refund, id: newId(), createdAt: this.clock.now() });
  }

  /** Marks notes as failed whose refund failed before it returned anything; it can be made again. */
  fail(tx: Transaction, organizationId: string, creditNoteIds: readonly string[]): Promise<void> {
    return this.repository.fail(tx, organizationId, creditNoteIds, this.clock.now());
  }
}
