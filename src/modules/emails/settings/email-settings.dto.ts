import { AnswerField, BooleanField, EmailField, LocaleField, TextField } from '../../../platform/http/fields';
import { withoutUndefined } from '../../../platform/http/without-undefined';
import { LOCALES } from '../../../platform/locales/locales';
import type { EmailSettings } from './email-settings';

const FIELDS = {
  send_invoices: {
    description: 'Whether each invoice is sent to its customer when it becomes final',
    example: true,
  },
  send_receipts: {
    description: 'Whether a receipt is sent for each payment of an invoice or payment request that succeeds',
    example: true,
  },
  send_credit_notes: {
    description: 'Whether each credit note is sent to its customer when it becomes final',
    example: false,
  },
  send_payment_requests: {
    description: 'Whether each payment request is sent to its customer when it is created',
    example: false,
  },
  reply_to: {
    description: 'Address for replies; null: that of the sender, which the operator sets',
    example: 'accounting@acme.example',
  },
  sender_name: {
    description: 'Name of the sender; null: the name of the organization on documents',
    example: 'Acme Billing',
  },
  locale: { description: 'Language of all e-mails; null: that of each customer', example: 'de' },
};

export class UpdateEmailSettingsDto {
  @BooleanField({ ...FIELDS.send_invoices, optional: true }) send_invoices?: boolean;
  @BooleanField({ ...FIELDS.send_receipts, optional: true }) send_receipts?: boolean;
  @BooleanField({ ...FIELDS.send_credit_notes, optional: true }) send_credit_notes?: boolean;
  @BooleanField({ ...FIELDS.send_payment_requests, optional: true }) send_payment_requests?: boolean;
  @EmailField({ ...FIELDS.reply_to, optional: true, nullable: true }) reply_to?: string | null;
  @TextField({ ...FIELDS.sender_name, max: 100, optional: true, nullable: true }) sender_name?: string | null;
  @LocaleField({ ...FIELDS.locale, optional: true, nullable: true }) locale?: string | null;
}

/** What an organization sends to its customers by itself, and how. */
export class EmailSettingsDto {
  @AnswerField({
    description: 'Whether the operator has set up a mail server: without one, nothing is sent',
    type: Boolean,
    example: true,
  })
  available!: boolean;

  @AnswerField({ ...FIELDS.send_invoices, type: Boolean }) send_invoices!: boolean;
  @AnswerField({ ...FIELDS.send_receipts, type: Boolean }) send_receipts!: boolean;
  @AnswerField({ ...FIELDS.send_credit_notes, type: Boolean }) send_credit_notes!: boolean;
  @AnswerField({ ...FIELDS.send_payment_requests, type: Boolean }) send_payment_requests!: boolean;
  @AnswerField({ ...FIELDS.reply_to, type: String, format: 'email', nullable: true }) reply_to!:
    string | null;
  @AnswerField({ ...FIELDS.sender_name, type: String, nullable: true }) sender_name!: string | null;
  @AnswerField({ ...FIELDS.locale, type: String, enum: [...LOCALES], nullable: true }) locale!: string | null;
}

export const toEmailSettingsChanges = (body: UpdateEmailSettingsDto): Partial<EmailSettings> =>
  withoutUndefined({
    sendInvoices: body.send_invoices,
    sendReceipts: body.send_receipts,
    sendCreditNotes: body.send_credit_notes,
    sendPaymentRequests: body.send_payment_requests,
    replyTo: body.reply_to,
    senderName: body.sender_name,
    locale: body.locale,
  });

export const toEmailSettingsResponse = (settings: EmailSettings, available: boolean): EmailSettingsDto => ({
  available,
  send_invoices: settings.sendInvoices,
  send_receipts: settings.sendReceipts,
  send_credit_notes: settings.sendCreditNotes,
  send_payment_requests: settings.sendPaymentRequests,
  reply_to: settings.replyTo,
  sender_name: settings.senderName,
  locale: settings.locale,
});
