import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions';
import { CustomerDocumentDetails } from '../../customers';
import {
  frozenDetails,
  type DocumentSource,
  type DocumentView,
  type DrawableDocument,
} from '../../documents';
import { InvoicesService } from '../invoices.service';
import { invoiceContent } from './invoice-content';

/** The documents of invoices. */
@Injectable()
export class InvoiceDocuments implements DocumentSource {
  readonly kind = 'invoice';

  constructor(
    private readonly transactions: Transactions,
    private readonly invoices: InvoicesService,
    private readonly details: CustomerDocumentDetails,
  ) {}

  async find(organizationId: string, id: string, view: DocumentView): Promise<DrawableDocument> {
    const invoice = await this.invoices.get(organizationId, id);
    const details =
      frozenDetails(invoice) ??
      (await this.transactions.readFor(organizationId, (tx) =>
        this.details.of(tx, organizationId, invoice.customerId),
      ));
    return { content: invoiceContent(invoice, details, view), template: details.documentTemplate };
  }
}
