import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { CustomerDocumentDetails } from '../customers';
import {
  DocumentsService,
  Words,
  type DocumentContent,
  type DocumentKey,
  type DocumentView,
} from '../documents';
import { PaymentRequestsService } from '../dunning';
import { PaymentsService } from '../payments';
import type { EmailEntity } from './email.entity';
import type { EmailKind } from './email.rules';

/** The content of an e-mail in its language. */
export interface EmailContent {
  language: string;
  /** Names of the seller and the buyer, for the sender and the greeting; null if they have none. */
  seller: string | null;
  buyer: string | null;
  subject: string;
  paragraphs: string[];
  documents: EmailDocument[];
}

export interface EmailDocument {
  key: DocumentKey;
  /** The view in the attachment. The link always shows the document as it became final. */
  view: DocumentView;
  /** E.g. `Invoice 2026-0001`. */
  title: string;
}

/** An amount, in minor units of its currency. */
interface Amount {
  cents: bigint;
  currency: string;
}

/** Finds what the e-mails of each kind say, in the language of the document or the customer. */
@Injectable()
export class EmailContents {
  constructor(
    private readonly transactions: Transactions,
    private readonly documents: DocumentsService,
    private readonly details: CustomerDocumentDetails,
    private readonly payments: PaymentsService,
    private readonly requests: PaymentRequestsService,
  ) {}

  of(email: EmailEntity): Promise<EmailContent> {
    const contents: Record<EmailKind, () => Promise<EmailContent>> = {
      invoice: () => this.ofInvoice(email),
      credit_note: () => this.ofCreditNote(email),
      receipt: () => this.ofReceipt(email),
      payment_request: () => this.ofPaymentRequest(email),
    };
    return contents[email.kind]();
  }

  private async ofInvoice({ organizationId, objectId: id }: EmailEntity): Promise<EmailContent> {
    const key: DocumentKey = { organizationId, kind: 'invoice', id };
    const { content } = await this.documents.find(key, 'current');
    const words = new Words(content.locale, content.currency);
    const due = totalOf(content, 'amount_due');
    const paragraphs = [
      words.text('email.invoice', {
        number: content.number ?? '',
        total: words.amount(totalOf(content, 'total')),
      }),
      due === 0n || content.dueDate === null
        ? words.text('email.nothing_due')
        : words.text('email.due', { amount: words.amount(due), date: words.date(content.dueDate) }),
    ];
    return this.aboutDocument(content, paragraphs, key);
  }

  private async ofCreditNote({ organizationId, objectId: id }: EmailEntity): Promise<EmailContent> {
    const key: DocumentKey = { organizationId, kind: 'credit_note', id };
    const { content } = await this.documents.find(key, 'final');
    const words = new Words(content.locale, content.currency);
    const values = {
      number: content.number ?? '',
      total: words.amount(totalOf(content, 'total')),
      invoice: content.creditedInvoice ?? '',
    };
    return this.aboutDocument(content, [words.text('email.credit_note', values)], key);
  }

  private aboutDocument(content: DocumentContent, paragraphs: string[], key: DocumentKey): EmailContent {
    const { locale, currency, kind, number, seller, buyer } = content;
    const title = `${new Words(locale, currency).text(kind)} ${number ?? ''}`;
    return {
      language: locale,
      seller: seller.name,
      buyer: buyer.name,
      subject: seller.name === null ? title : `${seller.name}: ${title}`,
      paragraphs,
      documents: [{ key, view: 'final', title }],
    };
  }

  private async ofReceipt(email: EmailEntity): Promise<EmailContent> {
    const { organizationId, objectId } = email;
    const payment = await this.payments.get(organizationId, objectId);
    const { invoiceId, paymentRequestId, amountCents: cents, currency } = payment;
    const invoiceIds =
      invoiceId === null ? await this.invoicesOf(organizationId, paymentRequestId) : [invoiceId];
    return this.aboutMoney(email, 'receipt', { cents, currency }, invoiceIds, 'current');
  }

  private async ofPaymentRequest(email: EmailEntity): Promise<EmailContent> {
    const {
      amountCents: cents,
      currency,
      invoiceIds,
    } = await this.requests.get(email.organizationId, email.objectId);
    return this.aboutMoney(email, 'payment_request', { cents, currency }, invoiceIds, 'final');
  }

  private async invoicesOf(organizationId: string, paymentRequestId: string | null): Promise<string[]> {
    if (paymentRequestId === null) return [];
    return (await this.requests.get(organizationId, paymentRequestId)).invoiceIds;
  }

  private async aboutMoney(
    { organizationId, customerId }: EmailEntity,
    kind: 'receipt' | 'payment_request',
    { cents, currency }: Amount,
    invoiceIds: readonly string[],
    view: DocumentView,
  ): Promise<EmailContent> {
    const { locale, seller, buyer } = await this.transactions.readFor(organizationId, (tx) =>
      this.details.of(tx, organizationId, customerId),
    );
    const words = new Words(locale, currency);
    const amount = words.amount(cents);
    const subject = words.text(`email.${kind}_subject`, { amount });
    const documents: EmailDocument[] = [];
    for (const id of invoiceIds) {
      const key: DocumentKey = { organizationId, kind: 'invoice', id };
      const { content } = await this.documents.find(key, view);
      documents.push({ key, view, title: `${words.text('invoice')} ${content.number ?? ''}` });
    }
    return {
      language: locale,
      seller: seller.name,
      buyer: buyer.name,
      subject: seller.name === null ? subject : `${seller.name}: ${subject}`,
      paragraphs: [words.text(`email.${kind}`, { amount })],
      documents,
    };
  }
}

function totalOf({ totals }: DocumentContent, key: 'total' | 'amount_due'): bigint {
  return totals.find((it) => it.key === key)?.cents ?? 0n;
}
