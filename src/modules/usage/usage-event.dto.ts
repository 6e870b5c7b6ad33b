import {
  AnswerField,
  BooleanField,
  EnumField,
  InstantField,
  ListOf,
  ObjectField,
  TextField,
} from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';
import { NOT_CHARGED_REASON, NOT_CHARGED_REASONS, type NotChargedReason } from './not-charged';
import type { UsageEvent } from './usage-event';

/** Maximum number of events of one batch (docs/billing-rules.md). */
export const MAX_BATCH = 1000;

const FIELDS = {
  transaction_id: {
    description:
      'Your own ID for the event, which makes ingestion idempotent: each transaction_id is counted once, without time limit',
    example: 'evt_2026_000042',
  },
  code: { description: 'Code of the billable metric', example: 'storage_gb' },
  timestamp: {
    description:
      'When the event happened, in RFC 3339 or Unix seconds, cut to the millisecond; defaults to the time of arrival. Not before the start of the subscription, and at most 5 minutes in the future. Without a fraction, in the second of the start, it counts as the start',
    example: '2026-01-15T10:30:00.000Z',
  },
  properties: {
    description:
      'Properties of the event. The property that the metric names in `field_name` is the value: for `unique_count` anything but null, otherwise a number of at most 15 digits before and 15 after the decimal point, preferably a decimal string. For `unique_count`, `operation_type` is `add` (default) or `remove`',
    example: { gb: '12.5' },
  },
  external_subscription_id: { description: 'Your own ID for the subscription', example: 'sub_1042' },
  external_customer_id: {
    description:
      'Your own ID for the customer; sufficient if the customer has exactly one active subscription',
    example: 'cust_1042',
  },
  charged: { description: 'Whether a charge of the plan at the time of the event prices it', example: true },
  not_charged_reason: { description: NOT_CHARGED_REASON, example: null },
};

/**
 * The schema of an event. Ingestion validates with ingestion/event-body.ts instead of these decorators, which takes a
 * third of the time; a test checks that both give the same results.
 */
export class CreateEventDto {
  @TextField(FIELDS.transaction_id) transaction_id!: string;
  @TextField(FIELDS.code) code!: string;
  @InstantField({ ...FIELDS.timestamp, optional: true }) timestamp?: Date;
  @ObjectField({ ...FIELDS.properties, optional: true, default: {} }) properties?: Record<string, unknown>;

  @TextField({ ...FIELDS.external_subscription_id, optional: true })
  external_subscription_id?: string;

  @TextField({ ...FIELDS.external_customer_id, optional: true }) external_customer_id?: string;
}

export class CreateEventsDto {
  @ListOf(() => CreateEventDto, {
    description: 'Events to record; at least one',
    example: ['evt_2026_000043', 'evt_2026_000044'].map((transactionId) => ({
      transaction_id: transactionId,
      code: FIELDS.code.example,
      properties: FIELDS.properties.example,
      external_subscription_id: FIELDS.external_subscription_id.example,
    })),
    max: MAX_BATCH,
  })
  events!: CreateEventDto[];
}

export class ListEventsDto extends pageQuery(['created_at']) {
  @TextField({ ...FIELDS.transaction_id, description: 'Filter by transaction_id', optional: true })
  transaction_id?: string;

  @TextField({ ...FIELDS.external_customer_id, description: 'Filter by customer', optional: true })
  external_customer_id?: string;

  @TextField({ ...FIELDS.external_subscription_id, description: 'Filter by subscription', optional: true })
  external_subscription_id?: string;

  @TextField({ ...FIELDS.code, description: 'Filter by code of the billable metric', optional: true })
  code?: string;

  @InstantField({
    description: 'Filter by timestamp: at or after this instant',
    example: '2026-01-01T00:00:00Z',
    optional: true,
  })
  from?: Date;

  @BooleanField({
    description: 'Filter by whether a charge prices the event',
    example: false,
    optional: true,
    fromQuery: true,
  })
  charged?: boolean;

  @EnumField({
    description: 'Filter by the reason why no charge prices the event',
    example: 'no_charge',
    optional: true,
    values: NOT_CHARGED_REASONS,
  })
  not_charged_reason?: NotChargedReason;

  @InstantField({
    description: 'Filter by timestamp: before this instant',
    example: '2026-02-01T00:00:00Z',
    optional: true,
  })
  to?: Date;
}

const ID = { type: String, format: 'uuid' } as const;

export class EventDto {
  @AnswerField({
    ...ID,
    description: 'ID of the usage event',
    example: '0199a3c4-5b7e-7e11-9d2a-4b6c8e0f1a2b',
  })
  id!: string;

  @AnswerField({ ...FIELDS.transaction_id, type: String }) transaction_id!: string;
  @AnswerField({ ...FIELDS.code, type: String }) code!: string;

  @AnswerField({
    ...FIELDS.timestamp,
    description: 'When the event happened',
    type: String,
    format: 'date-time',
  })
  timestamp!: string;

  @AnswerField({
    ...FIELDS.properties,
    description: 'Properties as sent, with all digits of numbers',
    type: 'object',
    additionalProperties: true,
  })
  properties!: Record<string, unknown>;

  @AnswerField({
    ...FIELDS.external_subscription_id,
    description: 'As sent; null if omitted',
    type: String,
    nullable: true,
  })
  external_subscription_id!: string | null;

  @AnswerField({
    ...FIELDS.external_customer_id,
    description: 'As sent; null if omitted',
    type: String,
    nullable: true,
  })
  external_customer_id!: string | null;

  @AnswerField({
    ...ID,
    description: 'ID of the subscription',
    example: '0199a3c4-5b7e-7a44-8f1e-2d4c6b8a0f1e',
  })
  subscription_id!: string;

  @AnswerField({ ...ID, description: 'ID of the customer', example: '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21' })
  customer_id!: string;

  @AnswerField({
    description:
      'Whether the event arrived too late for the invoice of its billing period. Late events are listed, but not billed in that period',
    type: Boolean,
    example: false,
  })
  late!: boolean;

  @AnswerField({ ...FIELDS.charged, type: Boolean }) charged!: boolean;

  @AnswerField({ ...FIELDS.not_charged_reason, type: String, enum: NOT_CHARGED_REASONS, nullable: true })
  not_charged_reason!: NotChargedReason | null;

  @AnswerField({
    description: 'When the event arrived',
    type: String,
    format: 'date-time',
    example: '2026-01-15T10:30:00.120Z',
  })
  created_at!: string;
}

export function toEventResponse(event: UsageEvent): EventDto {
  return {
    id: event.id,
    transaction_id: event.transactionId,
    code: event.code,
    timestamp: event.timestamp.toISOString(),
    properties: event.properties,
    external_subscription_id: event.externalSubscriptionId,
    external_customer_id: event.externalCustomerId,
    subscription_id: event.subscriptionId,
    customer_id: event.customerId,
    late: event.late,
    charged: event.notChargedReason === null,
    not_charged_reason: event.notChargedReason,
    created_at: event.createdAt.toISOString(),
  };
}
