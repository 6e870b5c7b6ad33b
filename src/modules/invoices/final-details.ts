import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { itemAt } from '../../platform/domain/item-at';
import { CustomerDocumentDetails } from '../customers';
import type { DocumentDetails } from '../documents';
import type { Invoice } from './invoice';
import { InvoiceNumbers } from './invoice-numbers';

/** The details that an invoice gets once, when it becomes final. */
type FinalDetails = Pick<Invoice, 'number'> & Partial<DocumentDetails>;

/** Assigns the numbers of invoices, and freezes what their documents show about seller and buyer. */
@Injectable()
export class InvoiceFinalDetails {
  constructor(
    private readonly numbers: InvoiceNumbers,
    private readonly details: CustomerDocumentDetails,
  ) {}

  /**
   * Returns the details of the drafts of one organization, in the given order. Call it as late as possible: see
   * `InvoiceNumbers.take`.
   */
  async of(tx: Transaction, organizationId: string, drafts: readonly Invoice[]): Promise<FinalDetails[]> {
    const customerIds = drafts.map((it) => it.customerId);
    const details = await this.details.ofAll(tx, organizationId, customerIds);
    const numbers = await this.numbers.take(tx, organizationId, drafts.length);
    return drafts.map((it, index) => ({ ...details.get(it.customerId), number: itemAt(numbers, index) }));
  }
}
