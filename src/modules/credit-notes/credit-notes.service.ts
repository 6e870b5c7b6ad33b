import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { InvalidStateError, NotFoundError, ValidationFailedError } from '../../platform/errors/app-error';
import { lookUp, unknownRecord } from '../../platform/errors/unknown-record';
import type { Page, PageQuery } from '../../platform/http/paging';
import { Outbox } from '../../platform/outbox/outbox';
import { rowOf, type CreditNote, type NewCreditNote } from './credit-note';
import type { CreditedFee } from './credit-note-taxes.rules';
import { CreditNoteWriter } from './credit-note-writer';
import { creditedFees, obstacleToVoid, splitOf, splitProblems, type ItemInput } from './credit-note.rules';
import { CreditNotesRepository, type CreditNoteFilters } from './credit-notes.repository';
import type { CreditableInvoice } from './draft-note';

/** Implements docs/billing-rules.md#credit-notes. */
@Injectable()
export class CreditNotesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: CreditNotesRepository,
    private readonly writer: CreditNoteWriter,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Creates a draft, or a finalized note if `isFinal` is set.
   *
   * @throws InvalidStateError for an invoice that is a draft or voided; ValidationFailedError for amounts above the
   *   limits of the invoice.
   */
  create(organizationId: string, input: NewCreditNote): Promise<CreditNote> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const creditable = await this.lockNamedInvoice(tx, organizationId, input.invoiceId);
      assertFinalized(creditable);
      const { reason, description } = input;
      const items = soundItems(creditable, input.items);
      const { note: draft, event: created } = await this.writer.create(
        tx,
        creditable,
        { reason, description, items, unusedFee: null },
        (totalCents) => {
          const split = splitOf(totalCents, input.split);
          refuse(splitProblems(totalCents, split, creditable));
          return split;
        },
      );
      if (!input.isFinal) {
        await this.outbox.append(tx, created);
        return draft;
      }
      const { note, event, invoiceEvents } = await this.finalizeNow(tx, draft);
      await this.outbox.append(tx, ...invoiceEvents, created, event);
      return note;
    });
  }

  list(organizationId: string, filters: CreditNoteFilters, query: PageQuery): Promise<Page<CreditNote>> {
    return this.transactions.readFor(organizationId, (tx) =>
      this.repository.list(tx, organizationId, filters, query),
    );
  }

  async get(organizationId: string, id: string): Promise<CreditNote> {
    return found(
      await this.transactions.readFor(organizationId, (tx) => this.repository.find(tx, organizationId, id)),
    );
  }

  /**
   * Finalizes a draft.
   *
   * @throws InvalidStateError for another status, or if the invoice no longer allows the amounts.
   */
  finalize(organizationId: string, id: string): Promise<CreditNote> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const { note: draft, creditable } = await this.lock(tx, organizationId, id);
      if (draft.status !== 'draft')
        throw new InvalidStateError(`The credit note is already ${draft.status}.`);
      if (creditable.invoice.status === 'draft') {
        throw new InvalidStateError(
          'The invoice is a draft; its credit notes are finalized with it. Finalize the invoice.',
        );
      }
      assertFinalized(creditable);
      if (draft.refundAmountCents > 0n && creditable.refundableCents < 0n) {
        throw new InvalidStateError(
          'With this refund, more would be refunded than was paid on the invoice. Void the draft, and create a credit note with a lower refund.',
        );
      }
      const { note, event, invoiceEvents } = await this.finalizeNow(tx, draft);
      await this.outbox.append(tx, ...invoiceEvents, event);
      return note;
    });
  }

  /**
   * Voids a draft, or a finalized note without refund, offset or used credit. Its fees can then be credited again.
   *
   * @throws InvalidStateError for any other note.
   */
  void(organizationId: string, id: string): Promise<CreditNote> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const { note } = await this.lock(tx, organizationId, id);
      const obstacle = obstacleToVoid(note);
      if (obstacle !== null) throw new InvalidStateError(obstacle);
      const now = this.clock.now();
      const voided: CreditNote = {
        ...note,
        status: 'voided',
        balanceAmountCents: 0n,
        voidedAt: now,
        updatedAt: now,
      };
      await this.repository.update(tx, rowOf(voided));
      return voided;
    });
  }

  private async finalizeNow(
    tx: Transaction,
    draft: CreditNote,
  ): Promise<Awaited<ReturnType<CreditNoteWriter['finalize']>>> {
    return this.writer.finalize(tx, draft, await this.writer.localDay(tx, draft, this.clock.now()));
  }

  /** Lock order: invoice before note, as in creation. */
  private async lock(
    tx: Transaction,
    organizationId: string,
    id: string,
  ): Promise<{ note: CreditNote; creditable: CreditableInvoice }> {
    const { invoiceId } = found(await this.repository.find(tx, organizationId, id));
    const creditable = await this.writer.lockInvoice(tx, organizationId, invoiceId);
    return { creditable, note: found(await this.repository.findForUpdate(tx, organizationId, id)) };
  }

  private async lockNamedInvoice(
    tx: Transaction,
    organizationId: string,
    invoiceId: string,
  ): Promise<CreditableInvoice> {
    try {
      return await this.writer.lockInvoice(tx, organizationId, invoiceId);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      throw new ValidationFailedError([
        unknownRecord('invoice_id', 'invoice', lookUp('invoice', '/v1/invoices')),
      ]);
    }
  }
}

function found(note: CreditNote | null): CreditNote {
  if (note === null) throw new NotFoundError('credit note');
  return note;
}

function refuse(problems: ConstructorParameters<typeof ValidationFailedError>[0]): void {
  if (problems.length > 0) throw new ValidationFailedError(problems);
}

function assertFinalized({ invoice }: CreditableInvoice): void {
  if (invoice.status === 'finalized' || invoice.status === 'paid') return;
  const allowed = 'credit notes require a finalized or paid invoice';
  const remedy = invoice.status === 'draft' ? ' Finalize it first.' : '';
  throw new InvalidStateError(`The invoice is ${invoice.status}; ${allowed}.${remedy}`);
}

function soundItems({ fees }: CreditableInvoice, inputs: readonly ItemInput[]): CreditedFee[] {
  if (inputs.length === 0) {
    throw ValidationFailedError.of('items', 'too_short', 'items must have at least 1 entry.');
  }
  const { items, problems } = creditedFees(fees, inputs);
  refuse(problems);
  return items;
}
