import { AnswerField } from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';
import { WEBHOOK_EVENT } from '../../platform/openapi/webhook-operations';
import type { TimelineEvent } from '../../platform/outbox/customer-timeline';

export class ListTimelineDto extends pageQuery(['created_at']) {}

/** An event about a customer or what belongs to it. */
export class TimelineEventDto {
  @AnswerField({
    description: 'Id of the event, the same in its deliveries',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7a2c-8d4e-5f6a7b8c9d0e',
  })
  id!: string;

  @AnswerField({ description: 'Event type', type: String, example: 'invoice.finalized' })
  webhook_type!: string;

  @AnswerField({ description: 'Type of the object', type: String, example: 'invoice' })
  object_type!: string;

  @AnswerField({
    description: 'Id of the object',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a',
  })
  object_id!: string;

  @AnswerField({ description: 'The event as endpoints receive it', allOf: [{ $ref: WEBHOOK_EVENT }] })
  payload!: object;

  @AnswerField({
    description: 'When it happened',
    type: String,
    format: 'date-time',
    example: '2026-01-31T12:00:00.000Z',
  })
  created_at!: string;
}

export function toTimelineEvent(event: TimelineEvent): TimelineEventDto {
  return {
    id: event.id,
    webhook_type: event.kind,
    object_type: event.objectType,
    object_id: event.objectId,
    payload: JSON.parse(event.payload) as object,
    created_at: event.createdAt.toISOString(),
  };
}
