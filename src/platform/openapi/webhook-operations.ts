import { eventKinds } from '../outbox/event-catalogue';
import { eventReference } from './event-schemas';
import { pascalCase } from './names';
import { WEBHOOKS_TAG } from './tags';

const string = { type: 'string' };

const header = (name: string, description: string, example: string, required = true): object => ({
  name,
  in: 'header',
  required,
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
  header('X-Svc-Sample', 'Present in a sample, which is about a made-up object', 'true', false),
  header('webhook-id', 'Standard Webhooks: ID of the delivery', '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a'),
  header('webhook-timestamp', 'Standard Webhooks: Unix time of this attempt in seconds', '1769860800'),
  header(
    'webhook-signature',
    'Standard Webhooks: `v1,<base64>`, one per active secret',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

/** Returns the `webhooks` section: one entry per event kind. */
export function webhookOperations(): Record<string, object> {
  return Object.fromEntries(
    eventKinds().map((kind) => [
      kind.kind,
      {
        post: {
          operationId: `on${pascalCase(kind.kind)}`,
          summary: kind.trigger,
          description: `Sent to the endpoints that have selected \`${kind.kind}\`.`,
          tags: [WEBHOOKS_TAG],
          security: [],
          parameters: HEADERS,
          requestBody: { required: true, content: { 'application/json': { schema: eventReference(kind) } } },
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
