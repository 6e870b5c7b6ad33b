import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import {
  CreditNoteRefundsRepository,
  type GivenRefund,
  type OpenRefund,
} from './credit-note-refunds.repository';

export type { GivenRefund, OpenRefund } from './credit-note-refunds.repository';

/** A refund of a payment that is made for a note. */
export interface NoteRefund {
  organizationId: string;
  creditNoteId: string;
  paymentId: string;
  /** Null when the provider reports only a running total. */
  paymentRefundId: string | null;
  /** Above 0. */
  amountCents: bigint;
}

/**
 * Tells the notes of invoices what payments refund for them (docs/billing-rules.md#refunds-of-credit-notes). The caller holds
 * the locks on the payment and its invoices.
 */
@Injectable()
export class CreditNoteRefunds {
  constructor(
    private readonly repository: CreditNoteRefundsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns what the notes of invoices refund and no payment has refunded yet, oldest note first, with drafts. */
  openOf(tx: Transaction, organizationId: string, invoiceIds: readonly string[]): Promise<OpenRefund[]> {
    return this.repository.findOpen(tx, organizationId, invoiceIds);
  }

  /** Returns what a payment refunded for notes, newest first. */
  ofPayment(tx: Transaction, organizationId: string, paymentId: string): Promise<GivenRefund[]> {
    return this.repository.findOfPayment(tx, organizationId, paymentId);
  }

  /** Returns the invoice of a note; null when the organization has no such note. */
  async findInvoiceId(tx: Transaction, organizationId: string, creditNoteId: string): Promise<string | null> {
    return (await this.repository.find(tx, organizationId, creditNoteId))?.invoiceId ?? null;
  }

  /** Money was returned for a note: its refund has succeeded when all of it was. */
  give(tx: Transaction, refund: NoteRefund): Promise<void> {
    return this.record(tx, refund, false);
  }

  /** A refund that was made for a note failed; it can be made again. */
  takeBack(tx: Transaction, refund: NoteRefund): Promise<void> {
    return this.record(tx, { ...refund, amountCents: -refund.amountCents }, true);
  }

  private async record(tx: Transaction, refund: NoteRefund, isFailed: boolean): Promise<void> {
    const row = { ...refund, id: newId(), createdAt: this.clock.now() };
    await this.repository.insert(tx, row);
    await this.repository.addRefunded(tx, row, isFailed);
  }
}
