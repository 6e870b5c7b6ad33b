import { AnswerField, CreatedAtField, IdField, IntegerField } from '../../../platform/http/fields';
import { pageQuery } from '../../../platform/http/paging';
import type { InboxRequest } from './inbox.repository';

const SEQUENCE = {
  description: 'Number of the request among those of the inbox, from 1 without gaps',
  example: 42,
};

export class ListInboxRequestsDto extends pageQuery(['created_at']) {}

export class StreamInboxDto {
  @IntegerField({
    description:
      'Only requests after the one with this `sequence`, as the header `Last-Event-ID`; without either, only new ones',
    example: 42,
    optional: true,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    fromQuery: true,
  })
  after?: number;
}

export class InboxRequestDto {
  @IdField('request', '0199a3c4-5b7e-7f02-8a13-4c6e8f0b2d35') id!: string;

  @AnswerField({ ...SEQUENCE, type: 'integer' }) sequence!: number;

  @AnswerField({
    description: 'Id of the delivery',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a',
  })
  webhook_id!: string;

  @AnswerField({ description: 'Event type', type: String, example: 'customer.created' })
  webhook_type!: string;

  @AnswerField({
    description: 'Headers of the request, signatures included, by name in lower case',
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { 'content-type': 'application/json', 'x-svc-event': 'customer.created' },
  })
  headers!: Record<string, string>;

  @AnswerField({
    description: 'Body of the request, byte for byte: signatures are verified over it',
    type: String,
    example: '{"webhook_type":"customer.created"}',
  })
  body!: string;

  @CreatedAtField() created_at!: string;
}

export function toInboxRequestResponse(request: InboxRequest): InboxRequestDto {
  return {
    id: request.id,
    sequence: request.sequence,
    webhook_id: request.deliveryId,
    webhook_type: request.webhookType,
    headers: request.headers,
    body: request.body,
    created_at: request.createdAt.toISOString(),
  };
}
