import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { NotFoundError } from '../../platform/errors/app-error';
import { CustomerDocumentDetails } from '../customers';
import type { DocumentSource, DocumentView, DrawableDocument } from '../documents';
import { InvoiceBalances } from '../invoices';
import { creditNoteContent } from './credit-note-content';
import { CreditNoteFinalized } from './credit-note.events';
import { CreditNotesRepository } from './credit-notes.repository';

/** The documents of credit notes. */
@Injectable()
export class CreditNoteDocuments implements DocumentSource {
  readonly kind = 'credit_note';
  readonly finalizedBy = CreditNoteFinalized.kind;

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: CreditNotesRepository,
    private readonly invoices: InvoiceBalances,
    private readonly details: CustomerDocumentDetails,
  ) {}

  find(organizationId: string, id: string, view: DocumentView): Promise<DrawableDocument> {
    return this.transactions.readFor(organizationId, async (tx) => {
      const note = await this.repository.find(tx, organizationId, id);
      if (note === null) throw new NotFoundError('credit note');
      const invoice = await this.invoices.find(tx, organizationId, note.invoiceId);
      const details = await this.details.detailsOf(tx, note);
      const logo = await this.details.logoOf(tx, organizationId, details.seller);
      const content = { ...creditNoteContent(note, invoice, details, view), logo };
      return { customerId: note.customerId, content, template: details.documentTemplate };
    });
  }

  setDigest(tx: Transaction, organizationId: string, id: string, sha256: string): Promise<void> {
    return this.repository.setDocumentDigest(tx, organizationId, id, sha256);
  }
}
