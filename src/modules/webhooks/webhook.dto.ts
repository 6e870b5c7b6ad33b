import { AnswerField, DateTimeField, EnumField, UuidField } from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';
import { IdOf, KeyOf } from '../../platform/http/references';
import { EVENT_KINDS, EVENT_OBJECT_TYPES, eventKinds } from '../../platform/outbox/event-catalogue';
import { ANY_EVENT } from '../../platform/openapi/event-schemas';
import { CUSTOMER_REFERENCE, IncludeCustomerField } from '../customers';
import type { WebhookDeliveryStatus } from './webhook-delivery.entity';
import type { WebhookFilters } from './delivery-filters';
import type { WebhookRecord } from './webhook-queries.repository';

const STATUSES = ['pending', 'succeeded', 'failed'];
const ID = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';
const ENDPOINT_ID = '0199a3c4-5b7e-7e44-9f10-3a5c7d9e1b2f';
const OBJECT_ID = '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21';
const INSTANT = '2026-01-31T12:00:00.000Z';

export class ListWebhooksDto extends pageQuery(['created_at', 'updated_at']) {
  @IncludeCustomerField() include?: string;

  @EnumField({
    description: 'Filter by event kind',
    example: 'customer.created',
    values: EVENT_KINDS,
    optional: true,
  })
  webhook_type?: string;

  @EnumField({ description: 'Filter by status', example: 'failed', values: STATUSES, optional: true })
  status?: WebhookDeliveryStatus;

  @UuidField({ description: 'Filter by endpoint', example: ENDPOINT_ID, optional: true })
  webhook_endpoint_id?: string;

  @EnumField({
    description: 'Filter by entity type',
    example: 'customer',
    values: EVENT_OBJECT_TYPES,
    optional: true,
  })
  object_type?: string;

  @UuidField({ description: 'Filter by entity ID', example: OBJECT_ID, optional: true })
  object_id?: string;

  @IdOf(CUSTOMER_REFERENCE, { description: 'Filter by the customer whom the event concerns', optional: true })
  customer_id?: string;

  @KeyOf(CUSTOMER_REFERENCE) external_customer_id?: string;

  @DateTimeField({
    description: 'Filter by creation time: at or after this instant',
    example: INSTANT,
    optional: true,
  })
  created_after?: Date;

  @DateTimeField({
    description: 'Filter by creation time: before this instant',
    example: INSTANT,
    optional: true,
  })
  created_before?: Date;
}

export class TestWebhookEndpointDto {
  @EnumField({
    description: 'Event kind of which to send a sample; without it, a `webhook_endpoint.test` event is sent',
    example: 'invoice.finalized',
    values: EVENT_KINDS,
    optional: true,
  })
  webhook_type?: string;
}

export class WebhookDeliveryDto {
  @AnswerField({
    description: 'ID of the delivery; sent as X-Svc-Webhook-Id and webhook-id',
    type: String,
    format: 'uuid',
    example: ID,
  })
  id!: string;

  @AnswerField({ description: 'ID of the endpoint', type: String, format: 'uuid', example: ENDPOINT_ID })
  webhook_endpoint_id!: string;

  @AnswerField({
    description: 'Event kind',
    type: String,
    enum: EVENT_KINDS as string[],
    example: 'customer.created',
  })
  webhook_type!: string;

  @AnswerField({
    description: "Type of the event's entity",
    type: String,
    enum: EVENT_OBJECT_TYPES as string[],
    example: 'customer',
  })
  object_type!: string;

  @AnswerField({ description: "ID of the event's entity", type: String, format: 'uuid', example: OBJECT_ID })
  object_id!: string;

  @AnswerField({
    description: 'ID of the customer whom the event concerns; null if there is none',
    type: String,
    format: 'uuid',
    nullable: true,
    example: OBJECT_ID,
  })
  customer_id!: string | null;

  @AnswerField({
    description: 'The delivery body',
    type: 'object',
    additionalProperties: true,
    allOf: [ANY_EVENT],
  })
  payload!: object;

  @AnswerField({
    description: '`pending` until a 2xx response or until the retries are used up',
    type: String,
    enum: STATUSES,
    example: 'succeeded',
  })
  status!: string;

  @AnswerField({ description: 'Number of retries so far', type: 'integer', example: 0 })
  retries!: number;

  @AnswerField({ description: 'Maximum number of automatic retries', type: 'integer', example: 5 })
  max_retries!: number;

  @AnswerField({
    description: 'When the last retry started; null without a retry',
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
  })
  last_retried_at!: string | null;

  @AnswerField({
    description: 'When the next attempt is due; null if there is none. Retries are queued every 5 minutes',
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
  })
  next_attempt_at!: string | null;

  @AnswerField({
    description: 'HTTP status of the last attempt; null without a response',
    type: 'integer',
    nullable: true,
    example: 200,
  })
  http_status!: number | null;

  @AnswerField({
    description: 'Response body of the last attempt, first 1,000 characters',
    type: String,
    nullable: true,
    example: 'ok',
  })
  response!: string | null;

  @AnswerField({
    description: 'Why the last attempt failed, or why no attempt was made',
    type: String,
    nullable: true,
    example: null,
  })
  error_message!: string | null;

  @AnswerField({
    description: 'When the delivery was created',
    type: String,
    format: 'date-time',
    example: INSTANT,
  })
  created_at!: string;

  @AnswerField({
    description: 'When the delivery was last updated',
    type: String,
    format: 'date-time',
    example: INSTANT,
  })
  updated_at!: string;
}

export function toWebhookFilters(query: ListWebhooksDto): WebhookFilters {
  return {
    kinds: kindsOf(query),
    webhookType: query.webhook_type ?? null,
    objectType: query.object_type ?? null,
    status: query.status ?? null,
    webhookEndpointId: query.webhook_endpoint_id ?? null,
    objectId: query.object_id ?? null,
    customerId: query.customer_id ?? null,
    createdAfter: query.created_after ?? null,
    createdBefore: query.created_before ?? null,
  };
}

/** Returns the event kinds that match `webhook_type` and `object_type`; null if neither is set. */
function kindsOf(query: ListWebhooksDto): string[] | null {
  if (query.webhook_type === undefined && query.object_type === undefined) return null;
  return eventKinds()
    .filter((it) => query.webhook_type === undefined || it.kind === query.webhook_type)
    .filter((it) => query.object_type === undefined || it.objectType === query.object_type)
    .map((it) => it.kind);
}

export function toWebhookResponse(record: WebhookRecord): WebhookDeliveryDto {
  return {
    id: record.id,
    webhook_endpoint_id: record.webhookEndpointId,
    webhook_type: record.webhookType,
    object_type: record.objectType,
    object_id: record.objectId,
    customer_id: record.customerId,
    payload: JSON.parse(record.payload) as object,
    status: record.status,
    retries: record.retries,
    max_retries: record.maxRetries,
    last_retried_at: record.lastRetriedAt?.toISOString() ?? null,
    next_attempt_at: record.nextAttemptAt?.toISOString() ?? null,
    http_status: record.httpStatus,
    response: record.response,
    error_message: record.errorMessage,
    created_at: record.createdAt.toISOString(),
    updated_at: record.updatedAt.toISOString(),
  };
}
