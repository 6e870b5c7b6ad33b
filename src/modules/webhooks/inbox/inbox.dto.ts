import { AnswerField } from '../../../platform/http/fields';
import { pageQuery } from '../../../platform/http/paging';
import type { InboxMessage } from './inbox';

export class ListInboxMessagesDto extends pageQuery(['received_at']) {}

export class InboxMessageDto {
  @AnswerField({
    description: 'ID of the delivery; `Last-Event-ID` of the stream',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a',
  })
  id!: string;

  @AnswerField({
    description: 'When the delivery was stored in the inbox',
    type: String,
    format: 'date-time',
    example: '2026-01-31T12:00:00.000Z',
  })
  received_at!: string;

  @AnswerField({
    description:
      'Headers that a receiver would have got, without those of the connection; names in lower case',
    type: 'object',
    additionalProperties: { type: 'string' },
    example: {
      'content-type': 'application/json',
      'x-svc-event': 'customer.created',
      'webhook-id': '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a',
      'webhook-timestamp': '1769860800',
      'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    },
  })
  headers!: Record<string, string>;

  @AnswerField({
    description: 'The body as text; its UTF-8 bytes are signed',
    type: String,
    example: '{"id":"0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21","webhook_type":"customer.created"}',
  })
  body!: string;
}

export function toInboxMessageResponse(message: InboxMessage): InboxMessageDto {
  return {
    id: message.id,
    received_at: message.receivedAt.toISOString(),
    headers: message.headers,
    body: message.body,
  };
}
