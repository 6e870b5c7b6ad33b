import { ApiProperty } from '@nestjs/swagger';
import { AnswerField, BooleanField, InstantField, TextField } from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';
import { Documented, EVENT_FIELDS, MAX_BATCH } from './ingestion/event-fields';
import type { EventOutcome } from './ingestion/store-events';
import type { UsageEvent } from './usage-event';

/** Why an event is in conflict. */
export const TRANSACTION_ID_TAKEN = 'An event with this transaction_id and different content exists already.';

const FIELDS = {
  transaction_id: EVENT_FIELDS.transactionId.about,
  code: EVENT_FIELDS.code.about,
  timestamp: EVENT_FIELDS.timestamp.about,
  properties: EVENT_FIELDS.properties.about,
  external_subscription_id: EVENT_FIELDS.externalSubscriptionId.about,
  external_customer_id: EVENT_FIELDS.externalCustomerId.about,
};

/** Documents the body of an event. It is read by ingestion/event-body.ts, from the same definition of its fields. */
export class CreateUsageEventDto {
  @Documented(EVENT_FIELDS.transactionId) transaction_id!: string;
  @Documented(EVENT_FIELDS.code) code!: string;
  @Documented(EVENT_FIELDS.timestamp) timestamp?: Date;
  @Documented(EVENT_FIELDS.properties) properties?: Record<string, unknown>;
  @Documented(EVENT_FIELDS.externalSubscriptionId) external_subscription_id?: string;
  @Documented(EVENT_FIELDS.externalCustomerId) external_customer_id?: string;
}

/** Documents the body of a batch. */
export class CreateUsageEventsDto {
  @ApiProperty({
    type: () => [CreateUsageEventDto],
    maxItems: MAX_BATCH,
    description: 'The events, at least one',
    required: true,
    nullable: false,
  })
  events!: CreateUsageEventDto[];
}

export class ListEventsDto extends pageQuery(['created_at']) {
  @TextField({ ...FIELDS.external_customer_id, description: 'Only those of this customer', optional: true })
  external_customer_id?: string;

  @TextField({
    ...FIELDS.external_subscription_id,
    description: 'Only those of this subscription',
    optional: true,
  })
  external_subscription_id?: string;

  @TextField({ ...FIELDS.code, description: 'Only events of this billable metric', optional: true })
  code?: string;

  @BooleanField({
    description:
      'Only events that the plan in force at their timestamp charges, or only those that it does not charge',
    example: false,
    optional: true,
    fromQuery: true,
  })
  charged?: boolean;

  @InstantField({
    description: 'Only events with a timestamp at or after this instant',
    example: '2026-01-01T00:00:00Z',
    optional: true,
  })
  from?: Date;

  @InstantField({
    description: 'Only events with a timestamp before this instant',
    example: '2026-02-01T00:00:00Z',
    optional: true,
  })
  to?: Date;
}

const ID = { type: String, format: 'uuid' } as const;

export class UsageEventDto {
  @AnswerField({ ...ID, description: 'ID of the event', example: '0199a3c4-5b7e-7e11-9d2a-4b6c8e0f1a2b' })
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
    description: 'Details of the event, as sent',
    type: 'object',
    additionalProperties: true,
  })
  properties!: Record<string, unknown>;

  @AnswerField({
    ...FIELDS.external_subscription_id,
    description: 'Your own ID of the subscription, as sent',
    type: String,
    nullable: true,
  })
  external_subscription_id!: string | null;

  @AnswerField({
    ...FIELDS.external_customer_id,
    description: 'Your own ID of the customer, as sent',
    type: String,
    nullable: true,
  })
  external_customer_id!: string | null;

  @AnswerField({
    ...ID,
    description: 'ID of its subscription',
    example: '0199a3c4-5b7e-7a44-8f1e-2d4c6b8a0f1e',
  })
  subscription_id!: string;

  @AnswerField({ ...ID, description: 'ID of its customer', example: '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21' })
  customer_id!: string;

  @AnswerField({
    description:
      'Whether the event arrived after the invoice of its billing period was final. Late events are listed, but not billed by themselves',
    type: Boolean,
    example: false,
  })
  late!: boolean;

  @AnswerField({
    description:
      'Whether the plan in force at the timestamp has a charge for the billable metric. Null while the event waits for its billing period to begin',
    type: Boolean,
    nullable: true,
    example: true,
  })
  charged!: boolean | null;

  @AnswerField({
    description:
      'Why the event is not charged; null if it is. `no_charge`: the plan in force has no charge for the billable metric; `no_plan`: no plan was in force at the timestamp',
    type: String,
    enum: ['no_charge', 'no_plan'],
    nullable: true,
    example: null,
  })
  uncharged_reason!: 'no_charge' | 'no_plan' | null;

  @AnswerField({
    description: 'When the event arrived',
    type: String,
    format: 'date-time',
    example: '2026-01-15T10:30:00.120Z',
  })
  created_at!: string;
}

export class UsageEventErrorDto {
  @AnswerField({
    description: 'Path of the field, with dots',
    type: String,
    example: 'events.3.properties.gb',
  })
  field!: string;

  @AnswerField({ description: 'Stable code in snake_case', type: String, example: 'invalid_value' })
  code!: string;

  @AnswerField({
    description: 'What is wrong, in one sentence',
    type: String,
    example: 'events.3.properties.gb must be a number, preferably a decimal string, e.g. "0.25".',
  })
  message!: string;
}

export class UsageEventResultDto {
  @AnswerField({
    ...FIELDS.transaction_id,
    description: 'Your own ID of the event, as sent',
    type: String,
    nullable: true,
  })
  transaction_id!: string | null;

  @AnswerField({
    description:
      'accepted: stored now; duplicate: already stored with the same content; conflict: already stored with different content; errors has the reason of a conflict or rejection',
    type: String,
    enum: ['accepted', 'duplicate', 'conflict', 'rejected'],
    example: 'accepted',
  })
  status!: string;

  @AnswerField({
    ...ID,
    description: 'ID of the stored event; absent if rejected',
    required: false,
    example: '0199a3c4-5b7e-7e11-9d2a-4b6c8e0f1a2b',
  })
  id?: string;

  @AnswerField({
    description: 'What is wrong with the event; only if rejected or in conflict',
    type: [UsageEventErrorDto],
    required: false,
  })
  errors?: UsageEventErrorDto[];
}

export class UsageEventBatchDto {
  @AnswerField({ description: 'Number of events stored now', type: 'integer', example: 1 }) ingested!: number;

  @AnswerField({
    description: 'Number of events already stored with the same content',
    type: 'integer',
    example: 0,
  })
  duplicates!: number;

  @AnswerField({ description: 'Number of events rejected or in conflict', type: 'integer', example: 0 })
  rejected!: number;

  @AnswerField({
    description: 'One result per event, in the order of the request',
    type: [UsageEventResultDto],
  })
  results!: UsageEventResultDto[];
}

export function toEventResponse(event: UsageEvent): UsageEventDto {
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
    charged: event.charged,
    uncharged_reason: unchargedReason(event),
    created_at: event.createdAt.toISOString(),
  };
}

function unchargedReason({ charged, periodId }: UsageEvent): UsageEventDto['uncharged_reason'] {
  if (charged !== false) return null;
  return periodId === null ? 'no_plan' : 'no_charge';
}

function conflictAt(index: number): UsageEventErrorDto {
  const field = `events.${index}.transaction_id`;
  return { field, code: 'conflict', message: `${field}: ${TRANSACTION_ID_TAKEN}` };
}

/** @param results the outcome of each event, with its transaction id if that is readable. */
export function toBatchResponse(
  results: readonly { transactionId: string | null; outcome: EventOutcome }[],
): UsageEventBatchDto {
  const count = { accepted: 0, duplicate: 0, conflict: 0, rejected: 0 };
  const shown = results.map(({ transactionId, outcome }, index): UsageEventResultDto => {
    const { status } = outcome;
    count[status]++;
    if (outcome.status === 'rejected')
      return { transaction_id: transactionId, status, errors: outcome.errors };
    const stored = { transaction_id: transactionId, status, id: outcome.event.id };
    return outcome.status === 'conflict' ? { ...stored, errors: [conflictAt(index)] } : stored;
  });
  return {
    ingested: count.accepted,
    duplicates: count.duplicate,
    rejected: count.rejected + count.conflict,
    results: shown,
  };
}
