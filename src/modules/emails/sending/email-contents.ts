import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { CreditNoteDocuments } from '../../credit-notes';
import { PaymentRequestsService } from '../../dunning';
import { InvoiceDocuments, type DocumentedInvoice } from '../../invoices';
import { PaymentsService } from '../../payments';
import type { EmailEntity } from '../email.entity';
import { isAboutCharge } from '../email-sources';
import {
  creditNoteContent,
  interruptedChargeContent,
  invoiceContent,
  paymentRequestContent,
  receiptContent,
  type EmailContent,
  type Wording,
} from './email-content.rules';
import { WaysToPay } from './ways-to-pay';

/** Payments that a receipt is for: what was reversed is `failed`. */
const RECEIVED = ['succeeded', 'refunded'];

/** Writes what e-mails say about invoices, credit notes, payments and payment requests as they are now. */
@Injectable()
export class EmailContents {
  constructor(
    private readonly invoices: InvoiceDocuments,
    private readonly creditNotes: CreditNoteDocuments,
    private readonly payments: PaymentsService,
    private readonly requests: PaymentRequestsService,
    private readonly waysToPay: WaysToPay,
  ) {}

  /** Returns null if there is nothing to say any more: what the e-mail is about was voided, reversed or paid. */
  async of(tx: Transaction, email: EmailEntity, wording: Wording): Promise<EmailContent | null> {
    switch (email.kind) {
      case 'invoice':
        return this.invoice(tx, email, wording);
      case 'credit_note':
        return this.creditNote(tx, email, wording);
      case 'receipt':
        return this.receipt(tx, email, wording);
      case 'payment_request':
        return this.paymentRequest(tx, email, wording);
    }
  }

  private async invoice(tx: Transaction, email: EmailEntity, wording: Wording): Promise<EmailContent | null> {
    const { organizationId, customerId, sourceId: id } = email;
    const [invoice] = await this.standing(tx, organizationId, [id]);
    if (invoice === undefined) return null;
    const way = await this.waysToPay.ofInvoice(tx, organizationId, { id, customerId });
    return isAboutCharge(email)
      ? interruptedChargeContent(invoice, wording, way)
      : invoiceContent(invoice, wording, way);
  }

  private async creditNote(
    tx: Transaction,
    { organizationId, sourceId }: EmailEntity,
    wording: Wording,
  ): Promise<EmailContent | null> {
    const note = await this.creditNotes.findIn(tx, organizationId, sourceId);
    if (note === null || note.status === 'voided') return null;
    const invoice = await this.invoices.findIn(tx, organizationId, note.invoice_id);
    return creditNoteContent(note, invoice?.number ?? '-', wording);
  }

  private async receipt(
    tx: Transaction,
    { organizationId, sourceId }: EmailEntity,
    wording: Wording,
  ): Promise<EmailContent | null> {
    const payment = await this.payments.get({ organizationId, tx }, sourceId);
    if (!RECEIVED.includes(payment.status)) return null;
    const paid =
      payment.paymentRequestId === null
        ? [payment.invoiceId ?? '']
        : (await this.requests.get({ organizationId, tx }, payment.paymentRequestId)).invoiceIds;
    const invoices = await this.standing(tx, organizationId, paid);
    const receivedAt = payment.completedAt ?? payment.updatedAt;
    return receiptContent({ ...payment, receivedAt }, invoices, wording);
  }

  private async paymentRequest(
    tx: Transaction,
    { organizationId, sourceId }: EmailEntity,
    wording: Wording,
  ): Promise<EmailContent | null> {
    const request = await this.requests.get({ organizationId, tx }, sourceId);
    const invoices = await this.standing(tx, organizationId, request.invoiceIds);
    const due = invoices.filter((it) => it.amount_due_cents > 0);
    if (due.length === 0) return null;
    const payUrl = await this.waysToPay.urlOf(tx, organizationId, { type: 'payment_request', id: sourceId });
    return paymentRequestContent(due, request.currency, wording, payUrl);
  }

  /** Returns those of the invoices that are not void. */
  private async standing(
    tx: Transaction,
    organizationId: string,
    ids: readonly string[],
  ): Promise<DocumentedInvoice[]> {
    const invoices: DocumentedInvoice[] = [];
    for (const id of ids) {
      const invoice = await this.invoices.findIn(tx, organizationId, id);
      if (invoice !== null && invoice.status !== 'voided') invoices.push(invoice);
    }
    return invoices;
  }
}
