import { AnswerField, DateTimeField, EnumField, TextField, UuidField } from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';
import { EVENT_KINDS, EVENT_OBJECT_TYPES, eventKinds } from '../../platform/outbox/event-catalogue';
import { EVENT_KIND, EVENT_OBJECT_TYPE } from '../../platform/openapi/event-fields';
import { WEBHOOK_EVENT } from '../../platform/openapi/webhook-operations';
import type { WebhookDeliveryStatus } from './webhook-delivery.entity';
import type { WebhookFilters } from './history/delivery-filters';
import type { WebhookRecord } from './history/delivery-record.query';
import type { EndpointStats } from './history/webhook-queries.repository';
import { successRate } from './webhook.rules';
import './webhook.events';

const STATUSES = ['pending', 'succeeded', 'failed'];
const ID = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';
const ENDPOINT_ID = '0199a3c4-5b7e-7e44-9f10-3a5c7d9e1b2f';
const OBJECT_ID = '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21';
const CUSTOMER_ID = '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21';
const INSTANT = '2026-01-31T12:00:00.000Z';

export class ListWebhooksDto extends pageQuery(['created_at', 'updated_at']) {
  @EnumField({
    description: 'Only this event type',
    example: 'customer.created',
    values: EVENT_KINDS,
    enumName: EVENT_KIND.enumName,
    optional: true,
  })
  webhook_type?: string;

  @EnumField({ description: 'Only this status', example: 'failed', values: STATUSES, optional: true })
  status?: WebhookDeliveryStatus;

  @UuidField({ description: 'Only this endpoint', example: ENDPOINT_ID, optional: true })
  webhook_endpoint_id?: string;

  @EnumField({
    description: 'Only this object type',
    example: 'customer',
    values: EVENT_OBJECT_TYPES,
    enumName: EVENT_OBJECT_TYPE.enumName,
    optional: true,
  })
  object_type?: string;

  @UuidField({ description: 'Only this object', example: OBJECT_ID, optional: true })
  object_id?: string;

  @UuidField({
    description: 'Only events about this customer and what belongs to it, such as its invoices',
    example: CUSTOMER_ID,
    optional: true,
  })
  customer_id?: string;

  @TextField({
    description: 'Only events about the customer with this `external_id`',
    example: 'cust_1042',
    optional: true,
  })
  external_customer_id?: string;

  @DateTimeField({ description: 'Created at or after this time', example: INSTANT, optional: true })
  created_after?: Date;

  @DateTimeField({ description: 'Created before this time', example: INSTANT, optional: true })
  created_before?: Date;
}

export class TestWebhookEndpointDto {
  @EnumField({
    description: 'Sends a sample of this event type; without it, a `webhook_endpoint.test` event',
    example: 'invoice.finalized',
    values: EVENT_KINDS,
    optional: true,
  })
  webhook_type?: string;
}

export class DeliveryDto {
  @AnswerField({
    description: 'Id of the delivery, sent as X-Svc-Webhook-Id and webhook-id',
    type: String,
    format: 'uuid',
    example: ID,
  })
  id!: string;

  @AnswerField({ description: 'Id of the endpoint', type: String, format: 'uuid', example: ENDPOINT_ID })
  webhook_endpoint_id!: string;

  @AnswerField({ ...EVENT_KIND, description: 'Event type' })
  webhook_type!: string;

  @AnswerField({ ...EVENT_OBJECT_TYPE, description: 'Type of the object that the event is about' })
  object_type!: string;

  @AnswerField({ description: 'Id of the object', type: String, format: 'uuid', example: OBJECT_ID })
  object_id!: string;

  @AnswerField({ description: 'Delivery body', allOf: [{ $ref: WEBHOOK_EVENT }] })
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
    description: 'When the last retry started',
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
  })
  last_retried_at!: string | null;

  @AnswerField({
    description: 'When the next attempt is due; the retry task starts it within 5 minutes',
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
  })
  next_attempt_at!: string | null;

  @AnswerField({
    description: 'HTTP status of the last response; null without a response',
    type: 'integer',
    nullable: true,
    example: 200,
  })
  http_status!: number | null;

  @AnswerField({
    description: 'First 1,000 characters of the last response body',
    type: String,
    nullable: true,
    example: 'ok',
  })
  response!: string | null;

  @AnswerField({
    description: 'Why the last attempt failed, or why there was none',
    type: String,
    nullable: true,
    example: null,
  })
  error_message!: string | null;

  @AnswerField({ description: 'When it was created', type: String, format: 'date-time', example: INSTANT })
  created_at!: string;

  @AnswerField({ description: 'When it last changed', type: String, format: 'date-time', example: INSTANT })
  updated_at!: string;
}

export class DeliveryStatsDto {
  @AnswerField({ description: 'Id of the endpoint', type: String, format: 'uuid', example: ENDPOINT_ID })
  endpoint_id!: string;

  @AnswerField({ description: 'Number of deliveries, including pending ones', type: 'integer', example: 40 })
  total!: number;

  @AnswerField({ description: 'Number of successful deliveries', type: 'integer', example: 38 })
  succeeded!: number;

  @AnswerField({ description: 'Number of deliveries that have failed for good', type: 'integer', example: 1 })
  failed!: number;

  @AnswerField({
    description: 'succeeded / total x 100 with one decimal; 0 without deliveries',
    type: Number,
    example: 95,
  })
  success_rate!: number;
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
    externalCustomerId: query.external_customer_id ?? null,
    createdAfter: query.created_after ?? null,
    createdBefore: query.created_before ?? null,
  };
}

/** Returns the kinds that match the type and object type; null for every kind. */
function kindsOf(query: ListWebhooksDto): string[] | null {
  if (query.webhook_type === undefined && query.object_type === undefined) return null;
  return eventKinds()
    .filter((it) => query.webhook_type === undefined || it.kind === query.webhook_type)
    .filter((it) => query.object_type === undefined || it.objectType === query.object_type)
    .map((it) => it.kind);
}

export function toWebhookResponse(record: WebhookRecord): DeliveryDto {
  return {
    id: record.id,
    webhook_endpoint_id: record.webhookEndpointId,
    webhook_type: record.webhookType,
    object_type: record.objectType,
    object_id: record.objectId,
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

export function toDeliveryStatsResponse(stats: EndpointStats): DeliveryStatsDto {
  return {
    endpoint_id: stats.endpointId,
    total: stats.total,
    succeeded: stats.succeeded,
    failed: stats.failed,
    success_rate: successRate(stats.succeeded, stats.total),
  };
}
