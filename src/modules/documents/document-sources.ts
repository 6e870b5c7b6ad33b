import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { NotFoundError } from '../../platform/errors/app-error';
import { CreditNoteDocuments } from '../credit-notes';
import { InvoiceDocuments } from '../invoices';
import type { DocumentData, DocumentSubject } from './document-data';
import { creditNoteData, invoiceData } from './document-data.rules';
import type { Frozen } from './frozen-details';
import { LogosRepository } from './logos/logos.repository';

/** What a document is of, before it is rendered. */
export interface Subject {
  customerId: string;
  isFinal: boolean;
  /** Null for drafts. */
  number: string | null;
}

/** Reads the data of documents from invoices and credit notes. */
@Injectable()
export class DocumentSources {
  constructor(
    private readonly invoices: InvoiceDocuments,
    private readonly creditNotes: CreditNoteDocuments,
    private readonly logos: LogosRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns whose document it is, and whether it is final. @throws NotFoundError */
  async subject(tx: Transaction, organizationId: string, { type, id }: DocumentSubject): Promise<Subject> {
    if (type === 'invoice') {
      const invoice = await this.invoices.findIn(tx, organizationId, id);
      if (invoice === null) throw new NotFoundError('invoice');
      const { customer_id: customerId, number } = invoice;
      return { customerId, number, isFinal: invoice.status !== 'draft' };
    }
    const note = await this.creditNotes.findIn(tx, organizationId, id);
    if (note === null) throw new NotFoundError('credit note');
    const { customer_id: customerId, number, finalized_at: finalizedAt } = note;
    return { customerId, number, isFinal: finalizedAt !== null };
  }

  /**
   * Returns the data of a document.
   *
   * @param isCurrent whether it shows the state of now, which may change
   * @throws NotFoundError
   */
  async data(
    tx: Transaction,
    organizationId: string,
    { type, id }: DocumentSubject,
    { seller, buyer, locale, logoId }: Frozen,
    isCurrent: boolean,
  ): Promise<DocumentData> {
    const logo = logoId === null ? null : await this.logos.find(tx, organizationId, logoId);
    const frozen = { seller, buyer, locale, logo };
    const options = { isCurrent, now: this.clock.now() };
    const note = type === 'invoice' ? null : await this.creditNotes.findIn(tx, organizationId, id);
    if (type === 'credit_note' && note === null) throw new NotFoundError('credit note');
    const invoice = await this.invoices.findIn(tx, organizationId, note?.invoice_id ?? id);
    if (invoice === null) throw new NotFoundError('invoice');
    return note === null
      ? invoiceData(invoice, frozen, options)
      : creditNoteData(note, invoice, frozen, options);
  }

  /** Keeps the SHA-256 of the PDF on its invoice or credit note. */
  setDigest(tx: Transaction, organizationId: string, of: DocumentSubject, sha256: string): Promise<void> {
    const owner = of.type === 'invoice' ? this.invoices : this.creditNotes;
    return owner.setDigest(tx, organizationId, of.id, sha256);
  }
}
