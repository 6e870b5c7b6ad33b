import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';
import { InvoiceSettlements, type PayableInvoice } from '../invoices';
import { rowOf, type CreditNote } from './credit-note';
import { itemTaxes, type CreditableFee, type CreditedFee } from './credit-note-taxes.rules';
import { toCreditNoteResponse } from './credit-note.dto';
import { CreditNoteCreated, CreditNoteFinalized } from './credit-note.events';
import { creditNoteNumber, type CreditNoteReason, type Split } from './credit-note.rules';
import { CreditNotesRepository } from './credit-notes.repository';

/** An invoice under lock, with what its notes took and gave. */
export interface CreditableInvoice {
  organizationId: string;
  invoice: PayableInvoice;
  fees: CreditableFee[];
  lastSequence: number;
  refundableCents: bigint;
  offsettableCents: bigint;
}

/** Everything about a new note that its invoice does not say. */
export interface NoteTerms {
  reason: CreditNoteReason;
  description: string | null;
  items: CreditedFee[];
  unusedFeeId: string | null;
}

/** Writes credit notes. The lock on the invoice makes all of its notes one queue. */
@Injectable()
export class CreditNoteWriter {
  constructor(
    private readonly repository: CreditNotesRepository,
    private readonly settlements: InvoiceSettlements,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Locks the invoice for the rest of the transaction. @throws NotFoundError */
  async lockInvoice(tx: Transaction, organizationId: string, invoiceId: string): Promise<CreditableInvoice> {
    const invoice = await this.settlements.lock(tx, organizationId, invoiceId);
    const taken = await this.repository.takenOfFees(tx, organizationId, invoiceId);
    const given = await this.repository.given(tx, organizationId, invoiceId);
    const takenOf = new Map(taken.map((it) => [it.feeId, it]));
    const fees = invoice.fees.map(({ id, amountCents, taxesAmountCents }) => ({
      id,
      amountCents,
      taxesAmountCents,
      creditedCents: takenOf.get(id)?.amountCents ?? 0n,
      creditedTaxesCents: takenOf.get(id)?.taxesAmountCents ?? 0n,
    }));
    return {
      organizationId,
      invoice,
      fees,
      lastSequence: given.lastSequence,
      refundableCents: invoice.amountPaidCents - given.refundCents,
      offsettableCents: invoice.amountDueCents - given.draftOffsetCents,
    };
  }

  /** Writes a draft. `split` tells where its total goes. */
  async create(
    tx: Transaction,
    creditable: CreditableInvoice,
    terms: NoteTerms,
    split: (totalCents: bigint) => Split,
  ): Promise<{ note: CreditNote; event: DomainEvent }> {
    const { organizationId, invoice } = creditable;
    const taxes = itemTaxes(terms.items);
    const amountCents = terms.items.reduce((sum, it) => sum + it.amountCents, 0n);
    const taxesAmountCents = taxes.reduce((sum, it) => sum + it, 0n);
    const totalAmountCents = amountCents + taxesAmountCents;
    const { creditCents, refundCents, offsetCents } = split(totalAmountCents);
    const id = newId();
    const sequence = creditable.lastSequence + 1;
    const now = this.clock.now();
    const items = terms.items.map((it, position) => ({
      organizationId,
      id: newId(),
      creditNoteId: id,
      position,
      feeId: it.fee.id,
      amountCents: it.amountCents,
      taxesAmountCents: taxes[position] ?? 0n,
    }));
    const note: CreditNote = {
      organizationId,
      id,
      invoiceId: invoice.id,
      customerId: invoice.customerId,
      sequence,
      number: creditNoteNumber(invoice.number, sequence),
      status: 'draft',
      reason: terms.reason,
      description: terms.description,
      currency: invoice.currency,
      creditAmountCents: creditCents,
      refundAmountCents: refundCents,
      offsetAmountCents: offsetCents,
      balanceAmountCents: 0n,
      taxesAmountCents,
      totalAmountCents,
      unusedFeeId: terms.unusedFeeId,
      createdAt: now,
      updatedAt: now,
      finalizedAt: null,
      voidedAt: null,
      items,
    };
    await this.repository.insert(tx, note);
    const object = toCreditNoteResponse(note);
    return { note, event: CreditNoteCreated.of({ organizationId, objectId: id, object }) };
  }

  /**
   * From here its credit can be used, and what it offsets is no longer due. Answers the invoice's events apart:
   * they come before the note's own.
   *
   * @throws InvalidStateError when the invoice is not due that much any more.
   */
  async finalize(
    tx: Transaction,
    draft: CreditNote,
  ): Promise<{ note: CreditNote; event: DomainEvent; invoiceEvents: DomainEvent[] }> {
    const { organizationId, id, invoiceId, offsetAmountCents: amountCents } = draft;
    const offset = { organizationId, invoiceId, source: 'offset', sourceId: id, amountCents } as const;
    const invoiceEvents = amountCents > 0n ? await this.settlements.settle(tx, offset) : [];
    const now = this.clock.now();
    const balanceAmountCents = draft.creditAmountCents;
    const final = { status: 'finalized', balanceAmountCents, finalizedAt: now, updatedAt: now } as const;
    const note: CreditNote = { ...draft, ...final };
    await this.repository.update(tx, rowOf(note));
    const object = toCreditNoteResponse(note);
    const event = CreditNoteFinalized.of({ organizationId, objectId: id, object });
    return { note, event, invoiceEvents };
  }
}
