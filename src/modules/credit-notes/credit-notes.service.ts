import { Inject, Injectable } from '@nestjs/common';
import { formatDate, localDayOf } from '../../platform/calendar';
import { Transactions, type Caller, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { InvalidStateError, NotFoundError, ValidationFailedError } from '../../platform/errors/app-error';
import { Extensions } from '../../platform/extensions';
import type { Page, PageQuery } from '../../platform/http/paging';
import { Outbox } from '../../platform/outbox/outbox';
import { rowOf, type CreditNote, type NewCreditNote } from './credit-note';
import type { CreditedFee } from './issuing/credit-note-taxes.rules';
import { CreditNoteWriter } from './issuing/credit-note-writer';
import { creditedFees, obstacleToVoid, splitOf, splitProblems, type ItemInput } from './credit-note.rules';
import { CreditNotesRepository, type CreditNoteFilters } from './credit-notes.repository';
import type { CreditableInvoice } from './issuing/draft-note';
import { NOTE_REFUNDER, type NoteRefunder } from './refunds/note-refunder';

/** Use cases of credit notes (docs/billing-rules.md#credit-notes). */
@Injectable()
export class CreditNotesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: CreditNotesRepository,
    private readonly writer: CreditNoteWriter,
    private readonly outbox: Outbox,
    private readonly extensions: Extensions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Creates a draft, or a finalized note if the request says so.
   *
   * @throws InvalidStateError for an invoice that is a draft or voided; ValidationFailedError for more than the
   *   invoice still allows, and for a refund that the providers cannot make.
   */
  create(caller: Caller, input: NewCreditNote): Promise<CreditNote> {
    if (input.refundsByProvider && !input.isFinal) {
      const message = 'refund needs finalize: true. Of a draft, name it when you finalize the note.';
      throw ValidationFailedError.of('refund', 'invalid_value', message);
    }
    return this.transactions.runFor(caller, async (tx) => {
      const refund = await this.refundOf(tx, caller.organizationId, input.invoiceId, input.refundsByProvider);
      const creditable = await this.lockNamedInvoice(tx, caller.organizationId, input.invoiceId);
      assertFinalized(creditable);
      assertCreditable(creditable);
      const { reason, description } = input;
      const items = soundItems(creditable, input.items);
      const { note: draft, event: created } = await this.writer.create(
        tx,
        creditable,
        { reason, description, items, unusedFeeId: null },
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
      const { note, event, invoiceEvents } = await this.finalizeToday(tx, draft, creditable);
      await this.outbox.append(tx, ...invoiceEvents, created, event);
      await refund(note);
      return note;
    });
  }

  list(caller: Caller, filters: CreditNoteFilters, query: PageQuery): Promise<Page<CreditNote>> {
    return this.transactions.reportFor(caller, (tx) =>
      this.repository.list(tx, caller.organizationId, filters, query),
    );
  }

  async get(caller: Caller, id: string): Promise<CreditNote> {
    return found(
      await this.transactions.readFor(caller, (tx) => this.repository.find(tx, caller.organizationId, id)),
    );
  }

  /**
   * @param refundsByProvider whether its refund is ordered
   * @throws InvalidStateError unless it is a draft whose amounts the invoice still allows; ValidationFailedError for a
   *   refund that the providers cannot make.
   */
  finalize(caller: Caller, id: string, refundsByProvider = false): Promise<CreditNote> {
    return this.transactions.runFor(caller, async (tx) => {
      const { invoiceId } = found(await this.repository.find(tx, caller.organizationId, id));
      const refund = await this.refundOf(tx, caller.organizationId, invoiceId, refundsByProvider);
      const { note: draft, creditable } = await this.lock(tx, caller.organizationId, id);
      if (draft.status !== 'draft')
        throw new InvalidStateError(`The credit note is already ${draft.status}.`);
      assertFinalized(creditable);
      if (draft.refundAmountCents > 0n && creditable.refundableCents < 0n) {
        throw new InvalidStateError(
          'The credit notes of the invoice refund more than was paid on it; void one of them first.',
        );
      }
      const { note, event, invoiceEvents } = await this.finalizeToday(tx, draft, creditable);
      await this.outbox.append(tx, ...invoiceEvents, event);
      await refund(note);
      return note;
    });
  }

  /** Voids a draft, or a note whose credit is unused; its fees can be credited again. @throws InvalidStateError */
  void(caller: Caller, id: string): Promise<CreditNote> {
    return this.transactions.runFor(caller, async (tx) => {
      const { note } = await this.lock(tx, caller.organizationId, id);
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

  /** Locks the payments whose money a note returns, before its invoice. Returns how its refund is ordered. */
  private async refundOf(
    tx: Transaction,
    organizationId: string,
    invoiceId: string,
    isWanted: boolean,
  ): Promise<(note: CreditNote) => Promise<void>> {
    if (!isWanted) return () => Promise.resolve();
    const [refunder] = this.extensions.of<NoteRefunder>(NOTE_REFUNDER);
    if (refunder === undefined) throw new Error('No module refunds credit notes');
    const paymentIds = await refunder.lock(tx, organizationId, invoiceId);
    return async ({ id: creditNoteId, refundAmountCents: amountCents }) => {
      if (amountCents === 0n) {
        const message = 'refund must be left out: the note refunds nothing.';
        throw ValidationFailedError.of('refund', 'invalid_value', message);
      }
      await refunder.order(tx, { organizationId, creditNoteId, amountCents }, paymentIds);
    };
  }

  private finalizeToday(tx: Transaction, draft: CreditNote, { invoice }: CreditableInvoice) {
    const today = formatDate(localDayOf(this.clock.now(), invoice.timezone));
    return this.writer.finalize(tx, draft, today);
  }

  /** Locks the invoice before the note: the order in which they are created. */
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
      const message = 'invoice_id does not exist in this organization.';
      throw ValidationFailedError.of('invoice_id', 'unknown_invoice', message);
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

/** The credits of the invoice stay in the wallet: their price is not credited (docs/billing-rules.md#paid-top-ups). */
function assertCreditable({ invoice }: CreditableInvoice): void {
  if (invoice.invoiceType !== 'credit') return;
  throw new InvalidStateError(
    'The invoice sells prepaid credits, which no credit note takes back: void it while it is unpaid, or refund its payment.',
  );
}

function assertFinalized({ invoice }: CreditableInvoice): void {
  if (invoice.status === 'finalized' || invoice.status === 'paid') return;
  const allowed = 'only finalized and paid invoices can be credited';
  throw new InvalidStateError(`The invoice is ${invoice.status}; ${allowed}.`);
}

function soundItems({ fees }: CreditableInvoice, inputs: readonly ItemInput[]): CreditedFee[] {
  if (inputs.length === 0) {
    throw ValidationFailedError.of('items', 'too_short', 'items must have at least 1 entry.');
  }
  const { items, problems } = creditedFees(fees, inputs);
  refuse(problems);
  return items;
}
