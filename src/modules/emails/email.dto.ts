import {
  AnswerField,
  CreatedAtField,
  EmailField,
  EnumField,
  IdField,
  UpdatedAtField,
  UuidField,
} from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';
import { LOCALES } from '../../platform/locales/locales';
import type { EmailEntity } from './email.entity';
import { EMAIL_KINDS, EMAIL_STATES, type EmailKind, type EmailState } from './email.rules';

const UUID = { type: String, format: 'uuid' } as const;
const INSTANT = { type: String, format: 'date-time', example: '2026-01-01T09:30:02.000Z' } as const;
const FIELDS = {
  kind: { description: 'What the e-mail is about', example: 'invoice' },
  state: {
    description:
      '`sent`: the mail server has accepted it; `bounced`: it refused it for good; `failed`: after 72 hours of attempts; `canceled`: its cause was voided, or the customer erased',
    example: 'sent',
  },
  customer_id: {
    description: 'Id of the customer whom it concerns',
    example: '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21',
  },
  invoice_id: {
    description: 'Id of the invoice that it concerns',
    example: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a',
  },
  credit_note_id: { description: 'Id of the credit note that it is about', example: null },
  payment_request_id: {
    description: 'Id of the payment request that it is about, or that a receipt is for',
    example: null,
  },
};

export class SendEmailDto {
  @EmailField({
    description: 'Address to send it to; that of the customer by default',
    example: 'accounting@example.com',
    optional: true,
  })
  to?: string;
}

export class ListEmailsDto extends pageQuery(['created_at']) {
  @EnumField({
    ...FIELDS.kind,
    description: 'Only e-mails of this kind',
    values: EMAIL_KINDS,
    optional: true,
  })
  kind?: EmailKind;

  @EnumField({
    ...FIELDS.state,
    description: 'Only e-mails in this state',
    values: EMAIL_STATES,
    optional: true,
  })
  state?: EmailState;

  @UuidField({ ...FIELDS.customer_id, description: 'Only those of this customer', optional: true })
  customer_id?: string;

  @UuidField({ ...FIELDS.invoice_id, description: 'Only those of this invoice', optional: true })
  invoice_id?: string;

  @UuidField({
    description: 'Only e-mails about this credit note',
    example: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0b',
    optional: true,
  })
  credit_note_id?: string;

  @UuidField({
    description: 'Only those of this payment request',
    example: '0199a3c4-5b7e-7f08-b4d2-1c9e7a5b3d60',
    optional: true,
  })
  payment_request_id?: string;
}

export class EmailDto {
  @IdField('e-mail', '0199a3c4-5b7e-7a41-9d2c-4f6a8b0c2e1d') id!: string;
  @AnswerField({ ...FIELDS.kind, type: String, enum: [...EMAIL_KINDS] }) kind!: EmailKind;
  @AnswerField({ ...FIELDS.state, type: String, enum: [...EMAIL_STATES] }) state!: EmailState;

  @AnswerField({
    description: 'Whether an event caused it; otherwise, a request',
    type: Boolean,
    example: true,
  })
  automatic!: boolean;

  @AnswerField({ ...FIELDS.customer_id, ...UUID }) customer_id!: string;
  @AnswerField({ ...FIELDS.invoice_id, ...UUID, nullable: true }) invoice_id!: string | null;
  @AnswerField({ ...FIELDS.credit_note_id, ...UUID, nullable: true }) credit_note_id!: string | null;

  @AnswerField({ ...UUID, description: 'Id of the payment of a receipt', nullable: true, example: null })
  payment_id!: string | null;

  @AnswerField({ ...FIELDS.payment_request_id, ...UUID, nullable: true })
  payment_request_id!: string | null;

  @AnswerField({
    description: 'Address of the recipient; null once the customer is erased',
    type: String,
    nullable: true,
    example: 'accounting@example.com',
  })
  to!: string | null;

  @AnswerField({ description: 'Language', type: String, enum: [...LOCALES], example: 'en' })
  locale!: string;

  @AnswerField({
    description: 'Subject; null before the first attempt',
    type: String,
    nullable: true,
    example: 'Invoice ACM-1-007 from Acme',
  })
  subject!: string | null;

  @AnswerField({
    description: 'Message-ID, the same in every attempt; null before the first one',
    type: String,
    nullable: true,
    example: '<0199a3c4-5b7e-7a41-9d2c-4f6a8b0c2e1d@billing.example.com>',
  })
  message_id!: string | null;

  @AnswerField({ description: 'Number of attempts that have begun', type: 'integer', example: 1 })
  attempts!: number;

  @AnswerField({
    ...INSTANT,
    description: 'When the next attempt begins; null when none follows',
    nullable: true,
    example: null,
  })
  next_attempt_at!: string | null;

  @AnswerField({ ...INSTANT, description: 'When the last attempt began', nullable: true })
  last_attempt_at!: string | null;

  @AnswerField({
    description: 'Why the last attempt failed; null if it succeeded',
    type: String,
    nullable: true,
    example: null,
  })
  last_error!: string | null;

  @AnswerField({ ...INSTANT, description: 'When it was sent, bounced, failed or canceled', nullable: true })
  completed_at!: string | null;

  @CreatedAtField() created_at!: string;
  @UpdatedAtField() updated_at!: string;
}

export const toEmailResponse = (email: EmailEntity): EmailDto => ({
  id: email.id,
  kind: email.kind,
  state: email.state,
  automatic: email.isAutomatic,
  customer_id: email.customerId,
  invoice_id: email.invoiceId,
  credit_note_id: email.creditNoteId,
  payment_id: email.paymentId,
  payment_request_id: email.paymentRequestId,
  to: email.recipient,
  locale: email.locale,
  subject: email.subject,
  message_id: email.messageId,
  attempts: email.attempts,
  next_attempt_at: email.dueAt?.toISOString() ?? null,
  last_attempt_at: email.lastAttemptAt?.toISOString() ?? null,
  last_error: email.lastError,
  completed_at: email.completedAt?.toISOString() ?? null,
  created_at: email.createdAt.toISOString(),
  updated_at: email.updatedAt.toISOString(),
});
