import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';
import { InvoiceBalances } from '../invoices';
import { creditableCents } from './credit-note-taxes.rules';
import { CreditNoteWriter } from './credit-note-writer';
import { splitOf } from './credit-note.rules';
import { CreditNotesRepository } from './credit-notes.repository';

/** The part of a prepaid fee that a plan change or termination leaves unused. */
export interface UnusedFee {
  organizationId: string;
  /** `BilledInvoice.subscriptionFeeId` of the invoice that billed it. */
  feeId: string;
  /** Before taxes. */
  amountCents: bigint;
}

/**
 * Issues credit notes for prepaid fees that a plan change or termination leaves partly unused
 * (docs/billing-rules.md).
 */
@Injectable()
export class UnusedFeeCredits {
  constructor(
    private readonly balances: InvoiceBalances,
    private readonly writer: CreditNoteWriter,
    private readonly repository: CreditNotesRepository,
  ) {}

  /**
   * Creates a finalized credit note (`order_change`) for later invoices, limited to the amount of the fee that is not
   * credited yet. Creates none if the amount is 0, the fee already has such a note, or the invoice is voided and so
   * requires no payment.
   *
   * The invoice may be a draft; the note then gets its number when the invoice is finalized.
   *
   * @returns the events, which the caller appends.
   */
  async credit(tx: Transaction, { organizationId, feeId, amountCents }: UnusedFee): Promise<DomainEvent[]> {
    const owner = await this.balances.findFee(tx, organizationId, feeId);
    if (owner === null) return [];
    const creditable = await this.writer.lockInvoice(tx, organizationId, owner.invoiceId);
    if (await this.repository.hasUnusedFee(tx, organizationId, feeId)) return [];
    const fee = creditable.fees.find((it) => it.id === feeId);
    if (fee === undefined || creditable.invoice.status === 'voided') return [];
    const most = creditableCents(fee);
    const credited = amountCents < most ? amountCents : most;
    if (credited <= 0n) return [];
    const items = [{ fee, amountCents: credited }];
    const terms = { reason: 'order_change', description: null, items, unusedFeeId: feeId } as const;
    const { note, event: created } = await this.writer.create(tx, creditable, terms, (total) =>
      splitOf(total, {}),
    );
    const { event: finalized } = await this.writer.finalize(tx, note);
    return [created, finalized];
  }
}
