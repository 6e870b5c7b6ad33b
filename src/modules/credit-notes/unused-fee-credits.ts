import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';
import { InvoiceBalances } from '../invoices';
import type { CreditedFee } from './credit-note-taxes.rules';
import { CreditNoteWriter } from './credit-note-writer';
import { unusedCredit, unusedFeeSplit, type UnusedFeeReturn } from './credit-note.rules';
import { CreditNotesRepository } from './credit-notes.repository';
import type { CreditableInvoice } from './draft-note';

/** The part of a prepaid fee that a plan change or termination leaves unused. */
export interface UnusedFee {
  organizationId: string;
  /** `BilledInvoice.subscriptionFeeId` of the invoice that billed it. */
  feeId: string;
  /** Before discounts and taxes. */
  amountCents: bigint;
  /** When the part became unused; the note is issued on this local day. */
  at: Date;
}

/**
 * Issues credit notes for prepaid fees that a plan change or termination leaves partly unused
 * (docs/billing-rules.md#credit-for-the-unused-part).
 */
@Injectable()
export class UnusedFeeCredits {
  constructor(
    private readonly balances: InvoiceBalances,
    private readonly writer: CreditNoteWriter,
    private readonly repository: CreditNotesRepository,
  ) {}

  /**
   * Creates and finalizes a credit note (`order_change`) for the net amount of the unused part, less what earlier notes
   * have credited of the fee. By default it is an offset while the invoice is unpaid, and only the rest is credit for
   * later invoices. Creates none for 0, if the fee already has such a note, or if the invoice is voided and so requires no
   * payment.
   *
   * On a draft invoice, the note remains a draft until the invoice is finalized (`InvoiceEventListener`), and may be 0.
   *
   * @returns the events, which the caller appends.
   */
  async credit(
    tx: Transaction,
    unused: UnusedFee,
    returnAs: UnusedFeeReturn = 'offset',
  ): Promise<DomainEvent[]> {
    const { organizationId, feeId } = unused;
    const owner = await this.balances.findFee(tx, organizationId, feeId);
    if (owner === null) return [];
    const creditable = await this.writer.lockInvoice(tx, organizationId, owner.invoiceId);
    const item = await this.itemFor(tx, creditable, unused);
    if (item === null) return [];
    const terms = {
      reason: 'order_change',
      description: null,
      items: [item],
      unusedFee: { ...unused, returnAs },
    } as const;
    const { note, event: created } = await this.writer.create(tx, creditable, terms, (total) =>
      unusedFeeSplit(total, returnAs, creditable),
    );
    if (creditable.invoice.status === 'draft') return [created];
    const issuingDate = await this.writer.localDay(tx, note, unused.at);
    const { event: finalized, invoiceEvents } = await this.writer.finalize(tx, note, issuingDate);
    return [...invoiceEvents, created, finalized];
  }

  /** Returns the amount, before taxes, that `credit` would credit now. Writes and locks nothing. */
  async preview(tx: Transaction, unused: UnusedFee): Promise<bigint> {
    const { organizationId, feeId } = unused;
    const owner = await this.balances.findFee(tx, organizationId, feeId);
    if (owner === null) return 0n;
    const creditable = await this.writer.findInvoice(tx, organizationId, owner.invoiceId);
    return (await this.itemFor(tx, creditable, unused))?.amountCents ?? 0n;
  }

  /** Returns the fee with the amount to credit; null if there is nothing to credit. */
  private async itemFor(
    tx: Transaction,
    { organizationId, invoice, fees }: CreditableInvoice,
    { feeId, amountCents: unusedCents }: UnusedFee,
  ): Promise<CreditedFee | null> {
    const fee = fees.find((it) => it.id === feeId);
    if (fee === undefined || invoice.status === 'voided') return null;
    if (await this.repository.hasUnusedFee(tx, organizationId, feeId)) return null;
    const amountCents = unusedCredit(fee, unusedCents);
    // The discounts of a draft may change until it is final, so even a credit of 0 is recorded.
    const isOpen = invoice.status === 'draft' && unusedCents > 0n;
    return amountCents > 0n || isOpen ? { fee, amountCents } : null;
  }
}
