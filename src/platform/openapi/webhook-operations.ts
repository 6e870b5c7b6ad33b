import { getSchemaPath } from '@nestjs/swagger';
import { eventKinds } from '../outbox/event-catalogue';
import { EventEnvelopeDto } from './event-envelope.dto';

const string = { type: 'string' };

const header = (name: string, description: string, example: string): object => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: string,
  example,
});

const HEADERS = [
  header(
    'X-Svc-Signature',
    'Hex HMAC-SHA256 of the raw body, keyed with the endpoint secret as UTF-8',
    'a3f1c09e...',
  ),
  header('X-Svc-Signature-Algorithm', 'Signature algorithm', 'hmac'),
  header(
    'X-Svc-Webhook-Id',
    'ID of the delivery; the same on every attempt',
    '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a',
  ),
  header('X-Svc-Event', 'Event kind', 'customer.created'),
  header('X-Svc-Attempt', 'Number of the attempt, starting at 1', '1'),
  header('webhook-id', 'Standard Webhooks: ID of the delivery', '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a'),
  header('webhook-timestamp', 'Standard Webhooks: Unix time of this attempt in seconds', '1769860800'),
  header(
    'webhook-signature',
    'Standard Webhooks: `v1,<base64>`, one per active secret',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

type EventKind = ReturnType<typeof eventKinds>[number];

/** Returns the JSON Schema of the delivery body for an event kind. */
export function payloadSchema(kind: EventKind): object {
  const entity =
    kind.payload === undefined
      ? { type: 'object', description: `The ${kind.objectType} as its GET returns it` }
      : { $ref: getSchemaPath(kind.payload) };
  return {
    allOf: [
      { $ref: getSchemaPath(EventEnvelopeDto) },
      {
        type: 'object',
        required: [kind.objectType],
        properties: {
          webhook_type: { type: 'string', const: kind.kind },
          object_type: { type: 'string', const: kind.objectType },
          [kind.objectType]: entity,
        },
      },
    ],
  };
}

/** Returns the `webhooks` section: one entry per event kind. */
export function webhookOperations(): Record<string, object> {
  return Object.fromEntries(
    eventKinds().map((kind) => [
      kind.kind,
      {
        post: {
          operationId: `on_${kind.kind.replaceAll('.', '_')}`,
          summary: kind.trigger,
          tags: ['Webhooks we send'],
          security: [],
          parameters: HEADERS,
          requestBody: { required: true, content: { 'application/json': { schema: payloadSchema(kind) } } },
          responses: {
            '2XX': {
              description: 'Delivered. Any other response is retried after 2, 4, 8, 16 and 32 minutes.',
            },
          },
        },
      },
    ]),
  );
}
