import { Injectable } from '@nestjs/common';
import { formatDate, localDayOf } from '../../../platform/calendar';
import type { Transaction } from '../../../platform/database/transactions';
import type { DomainEvent } from '../../../platform/outbox/event-catalogue';
import { InvoiceReservations, InvoiceSettlements } from '../../invoices';
import type { CreditableFee } from './credit-note-taxes.rules';
import { CreditNoteWriter } from './credit-note-writer';
import { netPart, unusedFeeSplit, type UnusedFeeReturn } from '../credit-note.rules';
import { CreditNotesRepository } from '../credit-notes.repository';
import type { CreditableInvoice } from './draft-note';

/** The part of a fee paid in advance that a plan change or termination leaves unused. */
export interface UnusedFee {
  organizationId: string;
  /** `BilledInvoice.subscriptionFeeId` of the invoice that billed it. */
  feeId: string;
  /** Before discounts and taxes. */
  amountCents: bigint;
  /** When the rest of the fee became unused: the note is issued on this local day. */
  at: Date;
  /** `offset` by default. */
  returnAs?: UnusedFeeReturn;
}

/** Credits the unused part of fees paid in advance (docs/billing-rules.md#credit-for-the-unused-part). */
@Injectable()
export class UnusedFeeCredits {
  constructor(
    private readonly settlements: InvoiceSettlements,
    private readonly reservations: InvoiceReservations,
    private readonly writer: CreditNoteWriter,
    private readonly repository: CreditNotesRepository,
  ) {}

  /**
   * Creates a finalized credit note (`order_change`) for what the unused part is worth after discounts, less what earlier
   * notes credited of the fee; none for 0. Once per fee. While the invoice is unpaid the note is an offset, and only the rest
   * is credit, which the next invoice uses; `returnAs` chooses otherwise.
   *
   * On a draft the note stays a draft until the invoice is final (`DraftInvoiceNotes`). A voided invoice has nothing to credit.
   *
   * @returns the events, which the caller appends in their place.
   */
  async credit(tx: Transaction, unusedFee: UnusedFee): Promise<DomainEvent[]> {
    const { organizationId, feeId, amountCents, at, returnAs = 'offset' } = unusedFee;
    const owner = await this.settlements.findFee(tx, organizationId, feeId);
    if (owner === null) return [];
    const creditable = await this.writer.lockInvoice(tx, organizationId, owner.invoiceId);
    if (await this.repository.hasUnusedFee(tx, organizationId, feeId)) return [];
    const unused = unusedPart(creditable, feeId, amountCents);
    if (unused === null) return [];
    const items = [unused];
    const terms = { reason: 'order_change', description: null, items, unusedFeeId: feeId } as const;
    // What is being collected cannot be offset: the customer gets it as credit.
    const isReserved = await this.reservations.isReserved(tx, organizationId, owner.invoiceId);
    const limits = isReserved ? { ...creditable, offsettableCents: 0n } : creditable;
    const { note, event: created } = await this.writer.create(tx, creditable, terms, (total) =>
      unusedFeeSplit(total, returnAs, limits),
    );
    const { status, timezone } = creditable.invoice;
    if (status === 'draft') return [created];
    const issuingDate = formatDate(localDayOf(at, timezone));
    const { event: finalized, invoiceEvents } = await this.writer.finalize(tx, note, issuingDate);
    return [...invoiceEvents, created, finalized];
  }

  /** Returns the net amount that `credit` would credit now, before taxes. Writes and locks nothing. */
  async preview(
    tx: Transaction,
    { organizationId, feeId, amountCents }: Pick<UnusedFee, 'organizationId' | 'feeId' | 'amountCents'>,
  ): Promise<bigint> {
    const owner = await this.settlements.findFee(tx, organizationId, feeId);
    if (owner === null || (await this.repository.hasUnusedFee(tx, organizationId, feeId))) return 0n;
    const creditable = await this.writer.findInvoice(tx, organizationId, owner.invoiceId);
    return unusedPart(creditable, feeId, amountCents)?.amountCents ?? 0n;
  }
}

/** Returns what is to be credited of the unused part of a fee; null for nothing. Drafts of notes count as credited. */
function unusedPart(
  { invoice, fees }: Pick<CreditableInvoice, 'invoice' | 'fees'>,
  feeId: string,
  grossCents: bigint,
): { fee: CreditableFee; amountCents: bigint } | null {
  const fee = fees.find((it) => it.id === feeId);
  const invoiced = invoice.fees.find((it) => it.id === feeId);
  if (fee === undefined || invoiced === undefined || invoice.status === 'voided') return null;
  const amountCents = netPart(grossCents, invoiced) - fee.creditedCents;
  return amountCents > 0n ? { fee, amountCents } : null;
}
