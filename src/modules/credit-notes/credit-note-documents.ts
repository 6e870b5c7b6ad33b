import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { NotFoundError } from '../../platform/errors/app-error';
import { CustomerDocumentDetails } from '../customers';
import { frozenDetails, type DocumentSource, type DocumentView, type DrawableDocument } from '../documents';
import { InvoiceBalances } from '../invoices';
import { creditNoteContent } from './credit-note-content';
import { CreditNotesRepository } from './credit-notes.repository';

/** The documents of credit notes. */
@Injectable()
export class CreditNoteDocuments implements DocumentSource {
  readonly kind = 'credit_note';

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
      const details = frozenDetails(note) ?? (await this.details.of(tx, organizationId, note.customerId));
      return { content: creditNoteContent(note, invoice, details, view), template: details.documentTemplate };
    });
  }
}
