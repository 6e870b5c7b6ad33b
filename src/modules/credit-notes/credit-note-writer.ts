import { Inject, Injectable } from '@nestjs/common';
import { formatDate, localDayOf } from '../../platform/calendar';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';
import { CustomerBillingTerms, CustomerDocumentDetails } from '../customers';
import { InvoiceBalances, InvoiceRefunds, type PayableInvoice } from '../invoices';
import { rowOf, type CreditNote } from './credit-note';
import { toCreditNoteResponse } from './credit-note.dto';
import { CreditNoteCreated, CreditNoteFinalized } from './credit-note.events';
import { creditNoteNumber } from './credit-note.rules';
import { CreditNotesRepository } from './credit-notes.repository';
import { draftNote, type CreditableInvoice, type NoteTerms, type SplitTotal } from './draft-note';

/** Creates and finalizes credit notes. The caller holds the lock on the invoice, which serializes its notes. */
@Injectable()
export class CreditNoteWriter {
  constructor(
    private readonly repository: CreditNotesRepository,
    private readonly balances: InvoiceBalances,
    private readonly refunds: InvoiceRefunds,
    private readonly billingTerms: CustomerBillingTerms,
    private readonly details: CustomerDocumentDetails,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Locks the invoice for the rest of the transaction.
   *
   * @param exceptId ID of a note to leave out, as if it did not exist.
   * @throws NotFoundError
   */
  async lockInvoice(
    tx: Transaction,
    organizationId: string,
    invoiceId: string,
    exceptId: string | null = null,
  ): Promise<CreditableInvoice> {
    const invoice = await this.balances.lock(tx, organizationId, invoiceId);
    return this.creditable(tx, organizationId, invoice, exceptId);
  }

  /** Returns what `lockInvoice` returns, without locking the invoice, for previews. @throws NotFoundError */
  async findInvoice(tx: Transaction, organizationId: string, invoiceId: string): Promise<CreditableInvoice> {
    const invoice = await this.balances.find(tx, organizationId, invoiceId);
    return this.creditable(tx, organizationId, invoice, null);
  }

  private async creditable(
    tx: Transaction,
    organizationId: string,
    invoice: PayableInvoice,
    exceptId: string | null,
  ): Promise<CreditableInvoice> {
    const { id: invoiceId } = invoice;
    const credited = await this.repository.creditedOfFees(tx, organizationId, invoiceId, exceptId);
    const given = await this.repository.totalsOf(tx, organizationId, invoiceId, exceptId);
    const refunded = await this.refunds.refundedOf(tx, organizationId, invoiceId);
    const creditedOf = new Map(credited.map((it) => [it.feeId, it]));
    const fees = invoice.fees.map((fee) => ({
      ...fee,
      creditedCents: creditedOf.get(fee.id)?.amountCents ?? 0n,
      creditedTaxesCents: creditedOf.get(fee.id)?.taxesAmountCents ?? 0n,
      creditedTaxes: creditedOf.get(fee.id)?.taxes ?? [],
    }));
    return {
      organizationId,
      invoice,
      fees,
      lastSequence: given.lastSequence,
      refundableCents: invoice.amountPaidCents - refunded - given.openRefundCents,
      offsettableCents: invoice.amountDueCents - given.draftOffsetCents,
    };
  }

  /** Returns the customer's local day at this time, as YYYY-MM-DD. */
  async localDay(tx: Transaction, note: CreditNote, at: Date): Promise<string> {
    const { timezone } = await this.billingTerms.of(tx, note.organizationId, note.customerId);
    return formatDate(localDayOf(at, timezone));
  }

  /** @param split returns how the total is split into credit, refund and offset. */
  async create(
    tx: Transaction,
    creditable: CreditableInvoice,
    terms: NoteTerms,
    split: SplitTotal,
  ): Promise<{ note: CreditNote; event: DomainEvent }> {
    const note = draftNote(creditable, terms, split, this.clock.now());
    await this.repository.insert(tx, note);
    const { organizationId, id: objectId } = note;
    const object = toCreditNoteResponse(note);
    return { note, event: CreditNoteCreated.of({ organizationId, objectId, object }) };
  }

  /** Voids a draft that has no number yet. */
  async void(tx: Transaction, draft: CreditNote, invoiceNumber: string | null): Promise<void> {
    const now = this.clock.now();
    const number = creditNoteNumber(invoiceNumber, draft.sequence);
    const voided = { ...draft, number, status: 'voided', voidedAt: now, updatedAt: now } as const;
    await this.repository.update(tx, rowOf(voided));
  }

  /**
   * Finalizes a note: makes its credit available and applies its offset. Returns the events of the invoice separately,
   * because the caller appends them before the event of the note.
   *
   * @param issuingDate YYYY-MM-DD, a local day of the customer.
   * @throws InvalidStateError when the offset exceeds the amount due on the invoice.
   */
  async finalize(
    tx: Transaction,
    draft: CreditNote,
    issuingDate: string,
  ): Promise<{ note: CreditNote; event: DomainEvent; invoiceEvents: DomainEvent[] }> {
    const { organizationId, id, invoiceId, offsetAmountCents: amountCents } = draft;
    const offset = { organizationId, invoiceId, source: 'offset', sourceId: id, amountCents } as const;
    const invoiceEvents = amountCents > 0n ? await this.balances.apply(tx, offset) : [];
    const now = this.clock.now();
    const balanceAmountCents = draft.creditAmountCents;
    const dates = { issuingDate, finalizedAt: now, updatedAt: now };
    const refundStatus = draft.refundAmountCents > 0n ? 'pending' : null;
    const final = { status: 'finalized', balanceAmountCents, refundStatus } as const;
    const frozen = await this.details.of(tx, organizationId, draft.customerId);
    const note: CreditNote = { ...draft, ...frozen, ...dates, ...final };
    await this.repository.update(tx, rowOf(note));
    const object = toCreditNoteResponse(note);
    const event = CreditNoteFinalized.of({ organizationId, objectId: id, object });
    return { note, event, invoiceEvents };
  }
}
