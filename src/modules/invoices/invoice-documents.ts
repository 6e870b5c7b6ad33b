import { Injectable } from '@nestjs/common';
import type { Caller, Transaction } from '../../platform/database/transactions';
import type { Invoice } from './invoice';
import { toInvoiceResponse, type InvoiceDto } from './invoice.dto';
import { InvoicesRepository } from './invoices.repository';
import { InvoicesService } from './invoices.service';

/** An invoice as its document shows it. */
export interface DocumentedInvoice extends InvoiceDto {
  /** IANA; the dates of the invoice are days of this zone. */
  timezone: string;
}

/** Reads invoices for their documents, and keeps the digests of those. */
@Injectable()
export class InvoiceDocuments {
  constructor(
    private readonly invoices: InvoicesService,
    private readonly repository: InvoicesRepository,
  ) {}

  /** Returns an invoice; a draft with all usage and discounts as of now. @throws NotFoundError */
  async get(caller: Caller, id: string): Promise<DocumentedInvoice> {
    return documented(await this.invoices.get(caller, id));
  }

  /** Returns an invoice, a draft as of its last refresh; null when there is no such invoice. */
  async findIn(tx: Transaction, organizationId: string, id: string): Promise<DocumentedInvoice | null> {
    const invoice = await this.repository.find(tx, organizationId, id);
    return invoice === null ? null : documented(invoice);
  }

  /** Keeps the SHA-256 of the PDF of an invoice. */
  setDigest(tx: Transaction, organizationId: string, id: string, sha256: string): Promise<void> {
    return this.repository.setDocumentDigest(tx, organizationId, id, sha256);
  }
}

const documented = (invoice: Invoice): DocumentedInvoice => ({
  ...toInvoiceResponse(invoice),
  timezone: invoice.timezone,
});
