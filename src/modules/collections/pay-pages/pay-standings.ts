import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../../platform/database/transactions';
import { NotFoundError } from '../../../platform/errors/app-error';
import { CustomerBillingTerms } from '../../customers';
import { InvoiceDocuments, type DocumentedInvoice } from '../../invoices';
import { OrganizationsService } from '../../organizations';
import { PaymentTargets, type PayableTarget } from '../../payments';
import type { CollectionEntity } from '../collection.entity';
import { CollectionsRepository } from '../collections.repository';
import { payStateOf, type PayState } from './pay-state.rules';
import type { PaySubject } from './pay-token.rules';

/** What a page to pay is about, as of now. */
export interface PayStanding {
  readonly state: PayState;
  /** Of the customer. */
  readonly locale: string;
  /** The organization, as its documents name it. */
  readonly seller: string;
  readonly amountDueCents: bigint;
  readonly currency: string;
  /** What is due; of an invoice also when nothing is. */
  readonly invoices: readonly DueInvoice[];
  /** The collections that may still take the money. */
  readonly open: readonly CollectionEntity[];
  /** The last link, whose caller said where the payer goes afterwards. */
  readonly lastLink: CollectionEntity | null;
}

/** An invoice of the page. */
export interface DueInvoice {
  readonly number: string;
  readonly amountDueCents: bigint;
  /** YYYY-MM-DD. */
  readonly dueDate: string;
}

/** Looks up what pages to pay say. */
@Injectable()
export class PayStandings {
  constructor(
    private readonly transactions: Transactions,
    private readonly targets: PaymentTargets,
    private readonly repository: CollectionsRepository,
    private readonly invoices: InvoiceDocuments,
    private readonly organizations: OrganizationsService,
    private readonly customers: CustomerBillingTerms,
  ) {}

  /** @throws NotFoundError when there is no such target any more, or no page of it */
  of(subject: PaySubject): Promise<PayStanding> {
    return this.transactions.runFor(subject.organizationId, (tx) => this.read(tx, subject));
  }

  private async read(tx: Transaction, subject: PaySubject): Promise<PayStanding> {
    const { organizationId, key } = subject;
    const { status, name, legalName } = await this.organizations.getIn(tx, organizationId);
    const target = status === 'deleting' ? null : await this.targets.lock(tx, organizationId, key);
    if (target === null) throw new NotFoundError('page');
    const documents = await this.documentsOf(tx, subject);
    if (documents.some((it) => it.status === 'draft')) throw new NotFoundError('page');
    const ids = documents.map((it) => it.id);
    const open = await this.repository.findReserving(tx, organizationId, ids);
    const recipients = await this.customers.recipients(tx, organizationId, [target.customerId]);
    const recipient = recipients.get(target.customerId);
    if (recipient === undefined) throw new NotFoundError('page');
    const isVoided = documents.some((it) => it.status === 'voided');
    return {
      state: payStateOf({ amountDueCents: dueOf(target), isVoided, key, open }),
      locale: recipient.locale,
      seller: legalName ?? name,
      amountDueCents: dueOf(target),
      currency: target.currency,
      invoices: documents.map(dueInvoiceOf),
      open,
      lastLink: await this.repository.findLastLink(tx, organizationId, key),
    };
  }

  /** Returns the invoice, or those of a payment request on which something is due. */
  private async documentsOf(
    tx: Transaction,
    { organizationId, key }: PaySubject,
  ): Promise<DocumentedInvoice[]> {
    const due = key.type === 'invoice' ? [] : await this.targets.invoicesOf(tx, organizationId, key);
    const ids = key.type === 'invoice' ? [key.id] : due.map((it) => it.invoiceId);
    const found: DocumentedInvoice[] = [];
    for (const id of ids) {
      const invoice = await this.invoices.findIn(tx, organizationId, id);
      if (invoice !== null) found.push(invoice);
    }
    return found;
  }
}

const dueOf = ({ obstacle, amountDueCents }: PayableTarget): bigint =>
  obstacle === null ? amountDueCents : 0n;

const dueInvoiceOf = (it: DocumentedInvoice): DueInvoice => ({
  number: it.number ?? '',
  amountDueCents: BigInt(it.amount_due_cents),
  dueDate: it.payment_due_date,
});
