import { AnswerField, EnumField, IntegerField, StringListField, TextField } from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';
import { versioned } from '../../platform/http/versions';
import { EVENT_KINDS, EVENT_OBJECT_TYPES, isEventPattern } from '../../platform/outbox/event-catalogue';
import type { WebhookEndpointEntity, WebhookEndpointStatus } from './webhook-endpoint.entity';

const MAX_URL_LENGTH = 2048;
const MAX_EVENT_TYPES = 100;
const DEFAULT_OVERLAP_SECONDS = 86_400;
const MAX_OVERLAP_SECONDS = 604_800;

const URL_FIELD = {
  description:
    'Absolute http or https URL that receives the deliveries, or `inbox` to store them for reading under `/inbox`',
  example: 'inbox', // an explorer sees deliveries that succeed without a receiver
};
const ALGO_FIELD = { description: 'Signature algorithm', example: 'hmac' };
const STATUS_FIELD = {
  description: 'An inactive endpoint gets no new deliveries; those already queued wait',
  example: 'active',
};
const DESCRIPTION_FIELD = { description: 'Description for your own use', example: 'Accounting' };
const EVENT_TYPES_FIELD = {
  description: 'Event kinds or groups (`invoice.*`) to receive; empty for every event',
  example: ['invoice.*', 'customer.created'],
};
const EVENT_TYPES_RULE = {
  max: MAX_EVENT_TYPES,
  test: isEventPattern,
  must: 'be an event kind or group such as "invoice.*"',
  once: 'kind',
};
const ALGOS = ['hmac'];
const STATUSES = ['active', 'inactive'];

export class CreateWebhookEndpointDto {
  @TextField({ ...URL_FIELD, max: MAX_URL_LENGTH })
  url!: string;

  @EnumField({ ...ALGO_FIELD, values: ALGOS, optional: true, default: 'hmac' })
  signature_algo = 'hmac';

  @EnumField({ ...STATUS_FIELD, values: STATUSES, optional: true, default: 'active' })
  status: WebhookEndpointStatus = 'active';

  @TextField({ ...DESCRIPTION_FIELD, optional: true, nullable: true })
  description?: string | null;

  @StringListField({ ...EVENT_TYPES_FIELD, ...EVENT_TYPES_RULE, optional: true, default: [] })
  event_types: string[] = [];
}

export class UpdateWebhookEndpointDto {
  @TextField({ ...URL_FIELD, max: MAX_URL_LENGTH, optional: true })
  url?: string;

  @EnumField({ ...ALGO_FIELD, values: ALGOS, optional: true })
  signature_algo?: string;

  @EnumField({ ...STATUS_FIELD, values: STATUSES, optional: true })
  status?: WebhookEndpointStatus;

  @TextField({ ...DESCRIPTION_FIELD, optional: true, nullable: true })
  description?: string | null;

  @StringListField({ ...EVENT_TYPES_FIELD, ...EVENT_TYPES_RULE, optional: true })
  event_types?: string[];
}

export class RotateSecretDto {
  @IntegerField({
    description:
      'Seconds during which the old secret keeps signing; 0 ends it and all earlier secrets immediately',
    example: 86_400,
    optional: true,
    default: DEFAULT_OVERLAP_SECONDS,
    min: 0,
    max: MAX_OVERLAP_SECONDS,
  })
  overlap_seconds = DEFAULT_OVERLAP_SECONDS;
}

export class ListWebhookEndpointsDto extends pageQuery(['created_at', 'updated_at']) {}

export class WebhookEndpointDto {
  @AnswerField({
    description: 'ID of the endpoint',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7e44-9f10-3a5c7d9e1b2f',
  })
  id!: string;

  @AnswerField({ ...URL_FIELD, type: String }) url!: string;
  @AnswerField({ ...ALGO_FIELD, type: String, enum: ALGOS }) signature_algo!: string;
  @AnswerField({ ...STATUS_FIELD, type: String, enum: STATUSES }) status!: string;
  @AnswerField({ ...DESCRIPTION_FIELD, type: String, nullable: true }) description!: string | null;
  @AnswerField({ ...EVENT_TYPES_FIELD, type: [String] }) event_types!: string[];

  @AnswerField({
    description: 'When the endpoint was created',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  created_at!: string;

  @AnswerField({
    description: 'When the endpoint was last updated',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  updated_at!: string;
}

const SECRET_FIELD = {
  description: 'Signing secret',
  type: String,
  example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwM3vX0y1bC2d=',
};

export class CreatedWebhookEndpointDto extends WebhookEndpointDto {
  @AnswerField({
    ...SECRET_FIELD,
    description: 'Signing secret. Later reads omit it; `GET .../secret` reveals it',
  })
  secret!: string;
}

export class EarlierSecretDto {
  @AnswerField({
    description: 'When the secret stops signing',
    type: String,
    format: 'date-time',
    example: '2026-02-01T00:00:00.000Z',
  })
  expires_at!: string;
}

export class WebhookEndpointSecretDto {
  @AnswerField(SECRET_FIELD)
  secret!: string;

  @AnswerField({
    description:
      'When the previous secret stops signing; if it no longer signs, the newest earlier secret that does; null if only the current one signs',
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
  })
  previous_secret_expires_at!: string | null;

  @AnswerField({
    description: 'The earlier secrets that still sign, newest first, including the previous one',
    type: [EarlierSecretDto],
  })
  earlier_secrets!: EarlierSecretDto[];
}

export class EventTypeDto {
  @AnswerField({
    description: 'Event kind',
    type: String,
    enum: EVENT_KINDS as string[],
    example: 'customer.created',
  })
  webhook_type!: string;

  @AnswerField({
    description: 'Type of the entity that the event is about',
    type: String,
    enum: EVENT_OBJECT_TYPES as string[],
    example: 'customer',
  })
  object_type!: string;

  @AnswerField({
    description: 'Change that triggers the event',
    type: String,
    example: 'New customer created',
  })
  description!: string;

  @AnswerField({
    description: 'JSON Schema of the delivery body',
    type: 'object',
    additionalProperties: true,
    example: { type: 'object' },
  })
  schema!: object;
}

export function toWebhookEndpointResponse(endpoint: WebhookEndpointEntity): WebhookEndpointDto {
  return versioned(endpoint, {
    id: endpoint.id,
    url: endpoint.url,
    signature_algo: endpoint.signatureAlgo,
    status: endpoint.status,
    description: endpoint.description,
    // Earlier versions stored duplicates, which a PUT refuses.
    event_types: [...new Set(endpoint.eventTypes)],
    created_at: endpoint.createdAt.toISOString(),
    updated_at: endpoint.updatedAt.toISOString(),
  });
}
