import { AnswerField, EmailField, EnumField, UuidField } from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';
import { IdOf, KeyOf } from '../../platform/http/references';
import { CUSTOMER_REFERENCE } from '../customers';
import type { EmailEntity } from './email.entity';
import { EMAIL_KINDS, EMAIL_STATUSES, type EmailKind, type EmailStatus } from './email.rules';

const UUID = { type: String, format: 'uuid' } as const;
const INSTANT = { type: String, format: 'date-time', example: '2026-02-01T00:00:04.000Z' } as const;
const FIELDS = {
  object_id: {
    description: 'ID of the invoice, payment, credit note or payment request that the e-mail is about',
    example: '0199a3c4-5b7e-7e5d-9c20-7d3f5b1a8e64',
  },
  status: {
    description:
      '`queued` until an attempt succeeds; `failed` if the mail server refused the message, or has taken it in none of ' +
      'the attempts of three days',
    example: 'sent',
  },
};

export class ListEmailsDto extends pageQuery(['created_at']) {
  @EnumField({ ...FIELDS.status, description: 'Filter by status', values: EMAIL_STATUSES, optional: true })
  status?: EmailStatus;

  @IdOf(CUSTOMER_REFERENCE, { description: 'Filter by customer', optional: true }) customer_id?: string;
  @KeyOf(CUSTOMER_REFERENCE) external_customer_id?: string;

  @UuidField({
    ...FIELDS.object_id,
    description: 'Filter by invoice, payment, credit note or payment request',
    optional: true,
  })
  object_id?: string;
}

export class SendInvoiceDto {
  @EmailField({
    description: 'Address of the recipient. Default: `email` of the customer',
    example: 'accounts@globex.example',
    optional: true,
  })
  to?: string;
}

export class EmailDto {
  @AnswerField({ ...UUID, description: 'ID of the e-mail', example: '0199a3c4-5b7e-7f31-a4c2-9e1d3b5f7a80' })
  id!: string;

  @AnswerField({
    description:
      'What the e-mail is about: an `invoice`, a `receipt` of a payment, a `credit_note` or a `payment_request`',
    type: String,
    enum: [...EMAIL_KINDS],
    example: 'invoice',
  })
  kind!: EmailKind;

  @AnswerField({ ...FIELDS.object_id, ...UUID }) object_id!: string;

  @AnswerField({
    ...UUID,
    description: 'ID of the customer',
    example: '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21',
  })
  customer_id!: string;

  @AnswerField({ ...FIELDS.status, type: String, enum: [...EMAIL_STATUSES] }) status!: EmailStatus;

  @AnswerField({
    description: 'Address of the recipient',
    type: String,
    format: 'email',
    example: 'accounts@globex.example',
  })
  to!: string;

  @AnswerField({
    description: 'Address to which replies go; null for the address of the sender',
    type: String,
    format: 'email',
    nullable: true,
    example: 'billing@acme.example',
  })
  reply_to!: string | null;

  @AnswerField({
    description: 'Subject; null until the message is written, shortly before the first attempt',
    type: String,
    nullable: true,
    example: 'Acme Inc.: Invoice 2026-0001',
  })
  subject!: string | null;

  @AnswerField({ description: 'Number of attempts so far', type: 'integer', example: 1 }) attempts!: number;

  @AnswerField({
    ...INSTANT,
    description:
      'When the next attempt is due, in real time even if the test clock is moved; null if there is none',
    nullable: true,
    example: null,
  })
  next_attempt_at!: string | null;

  @AnswerField({
    description: 'Why the last attempt failed; null if it did not',
    type: String,
    nullable: true,
    example: null,
  })
  error!: string | null;

  @AnswerField({ ...INSTANT, description: 'When the mail server took the message', nullable: true })
  sent_at!: string | null;

  @AnswerField({ ...INSTANT, description: 'When the e-mail was queued' }) created_at!: string;
}

export function toEmailResponse(email: EmailEntity): EmailDto {
  return {
    id: email.id,
    kind: email.kind,
    object_id: email.objectId,
    customer_id: email.customerId,
    status: email.status,
    to: email.recipient,
    reply_to: email.replyTo,
    subject: email.subject,
    attempts: email.attempts,
    next_attempt_at: email.nextAttemptAt?.toISOString() ?? null,
    error: email.error,
    sent_at: email.sentAt?.toISOString() ?? null,
    created_at: email.createdAt.toISOString(),
  };
}
