import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { InvalidStateError, NotFoundError } from '../../platform/errors/app-error';
import type { InterruptedCharge } from '../collections';
import { CreditNoteDocuments } from '../credit-notes';
import { DocumentsService } from '../documents';
import { PaymentRequestsService } from '../dunning';
import { InvoiceDocuments } from '../invoices';
import type { EmailEntity } from './email.entity';
import type { EmailKind } from './email.rules';

/** What an e-mail is about, and whom it concerns. */
export type EmailSource = Pick<
  EmailEntity,
  | 'kind'
  | 'customerId'
  | 'sourceId'
  | 'causeNumber'
  | 'invoiceId'
  | 'creditNoteId'
  | 'paymentId'
  | 'paymentRequestId'
>;

const NOTHING = {
  causeNumber: 1,
  invoiceId: null,
  creditNoteId: null,
  paymentId: null,
  paymentRequestId: null,
};

export const ofInvoice = (id: string, customerId: string): EmailSource => ({
  ...NOTHING,
  kind: 'invoice',
  customerId,
  sourceId: id,
  invoiceId: id,
});

/** Beyond any number of attempts: numbers of e-mails that were queued by earlier versions stay as they are. */
const NO_METHOD = 1_000_000;

/**
 * Returns the source of the e-mail that asks to pay: each attempt of an invoice can fail, after it has asked to
 * authenticate, and each can find no method.
 */
export const ofInterruptedCharge = ({
  invoiceId,
  customerId,
  attempt,
  reason,
}: InterruptedCharge): EmailSource => ({
  ...ofInvoice(invoiceId, customerId),
  causeNumber: reason === 'no_method' ? NO_METHOD + attempt : 2 * attempt + (reason === 'failed' ? 1 : 0),
});

/** Whether an e-mail tells of a charge that was interrupted, and not of a new invoice. */
export const isAboutCharge = ({ kind, causeNumber }: Pick<EmailSource, 'kind' | 'causeNumber'>): boolean =>
  kind === 'invoice' && causeNumber > 1;

export const ofCreditNote = (it: { id: string; customer_id: string; invoice_id: string }): EmailSource => ({
  ...NOTHING,
  kind: 'credit_note',
  customerId: it.customer_id,
  sourceId: it.id,
  invoiceId: it.invoice_id,
  creditNoteId: it.id,
});

/** @param causeNumber the attempt that reminds of it */
export const ofPaymentRequest = (id: string, customerId: string, causeNumber = 1): EmailSource => ({
  ...NOTHING,
  kind: 'payment_request',
  customerId,
  sourceId: id,
  paymentRequestId: id,
  causeNumber,
});

/** Returns what a receipt is about. */
export const ofPayment = (it: {
  id: string;
  customer_id: string;
  invoice_id: string | null;
  payment_request_id: string | null;
}): EmailSource => ({
  ...NOTHING,
  kind: 'receipt',
  customerId: it.customer_id,
  sourceId: it.id,
  paymentId: it.id,
  invoiceId: it.invoice_id,
  paymentRequestId: it.payment_request_id,
});

/** What people send by hand. */
export type SendableKind = Exclude<EmailKind, 'receipt'>;

/** Looks up what people send by hand, and refuses what must not be sent. */
@Injectable()
export class EmailSources {
  constructor(
    private readonly documents: DocumentsService,
    private readonly invoices: InvoiceDocuments,
    private readonly creditNotes: CreditNoteDocuments,
    private readonly requests: PaymentRequestsService,
  ) {}

  /** @throws NotFoundError; InvalidStateError for drafts, and for what is void or over. */
  of(tx: Transaction, organizationId: string, kind: SendableKind, id: string): Promise<EmailSource> {
    switch (kind) {
      case 'invoice':
        return this.invoice(tx, organizationId, id);
      case 'credit_note':
        return this.creditNote(tx, organizationId, id);
      case 'payment_request':
        return this.paymentRequest(tx, organizationId, id);
    }
  }

  private async invoice(tx: Transaction, organizationId: string, id: string): Promise<EmailSource> {
    const invoice = await this.invoices.findIn(tx, organizationId, id);
    if (invoice === null) throw new NotFoundError('invoice');
    if (invoice.status === 'voided') throw new InvalidStateError('The invoice is void.');
    await this.documents.finalIn(tx, organizationId, { type: 'invoice', id });
    return ofInvoice(id, invoice.customer_id);
  }

  private async creditNote(tx: Transaction, organizationId: string, id: string): Promise<EmailSource> {
    const note = await this.creditNotes.findIn(tx, organizationId, id);
    if (note === null) throw new NotFoundError('credit note');
    if (note.status === 'voided') throw new InvalidStateError('The credit note is void.');
    await this.documents.finalIn(tx, organizationId, { type: 'credit_note', id });
    return ofCreditNote(note);
  }

  private async paymentRequest(tx: Transaction, organizationId: string, id: string): Promise<EmailSource> {
    const request = await this.requests.get({ organizationId, tx }, id);
    if (request.paymentStatus === 'succeeded') throw new InvalidStateError('The payment request is paid.');
    return ofPaymentRequest(id, request.customerId);
  }
}
