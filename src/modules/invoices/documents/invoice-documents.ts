import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../../platform/database/transactions';
import { CustomerDocumentDetails } from '../../customers';
import type { DocumentSource, DocumentView, DrawableDocument } from '../../documents';
import { InvoiceFinalized } from '../invoice.events';
import { InvoicesService } from '../invoices.service';
import { invoiceContent } from './invoice-content';
import { InvoiceDocumentsRepository } from './invoice-documents.repository';

/** The documents of invoices. */
@Injectable()
export class InvoiceDocuments implements DocumentSource {
  readonly kind = 'invoice';
  readonly finalizedBy = InvoiceFinalized.kind;

  constructor(
    private readonly transactions: Transactions,
    private readonly invoices: InvoicesService,
    private readonly details: CustomerDocumentDetails,
    private readonly repository: InvoiceDocumentsRepository,
  ) {}

  async find(organizationId: string, id: string, view: DocumentView): Promise<DrawableDocument> {
    const invoice = await this.invoices.get(organizationId, id);
    return this.transactions.readFor(organizationId, async (tx) => {
      const details = await this.details.detailsOf(tx, invoice);
      const logo = await this.details.logoOf(tx, organizationId, details.seller);
      return {
        customerId: invoice.customerId,
        content: { ...invoiceContent(invoice, details, view), logo },
        template: details.documentTemplate,
      };
    });
  }

  setDigest(tx: Transaction, organizationId: string, id: string, sha256: string): Promise<void> {
    return this.repository.setDigest(tx, organizationId, id, sha256);
  }
}
