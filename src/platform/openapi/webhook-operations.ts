import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import { eventKinds } from '../outbox/event-catalogue';
import { EventEnvelopeDto } from './event-envelope.dto';
import { exampleOf } from './schema-example';

const string = { type: 'string' };

const header = (name: string, description: string, example: string): object => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: string,
  example,
});

const HEADERS: object[] = [
  header(
    'X-Svc-Signature',
    'Hex HMAC-SHA256 of the raw body, key = the endpoint secret as UTF-8',
    'a3f1c09e...',
  ),
  header('X-Svc-Signature-Algorithm', 'Signature algorithm', 'hmac'),
  header(
    'X-Svc-Webhook-Id',
    'Id of the delivery, the same for every attempt',
    '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a',
  ),
  header('X-Svc-Event', 'Kind of the event', 'customer.created'),
  header('X-Svc-Attempt', 'Number of the attempt, from 1', '1'),
  header('webhook-id', 'Standard Webhooks: id of the delivery', '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a'),
  header('webhook-timestamp', 'Standard Webhooks: time of the attempt in Unix seconds', '1769860800'),
  header(
    'webhook-signature',
    'Standard Webhooks: `v1,<base64>`, one per active secret',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

type EventKind = ReturnType<typeof eventKinds>[number];

/** The group of the `webhooks` section. */
export const WEBHOOKS_TAG = 'Webhooks we send';

/** The component of a delivery body: `InvoiceFinalizedEvent`. */
const componentName = ({ kind }: EventKind): string =>
  `${kind
    .split(/[._]/)
    .map((it) => it.slice(0, 1).toUpperCase() + it.slice(1))
    .join('')}Event`;

const reference = (name: string): string => `#/components/schemas/${name}`;

const UNION = 'WebhookEvent';

/** Refers to the union of all delivery bodies. */
export const WEBHOOK_EVENT = reference(UNION);

/** Returns the JSON schema of the delivery body of a kind. */
export function payloadSchema(kind: EventKind): object {
  const entity =
    kind.payload === undefined
      ? { type: 'object', description: `The ${kind.objectType} as returned by GET` }
      : { $ref: getSchemaPath(kind.payload) };
  return {
    allOf: [
      { $ref: getSchemaPath(EventEnvelopeDto) },
      {
        type: 'object',
        required: ['webhook_type', 'object_type', kind.objectType],
        properties: {
          webhook_type: { type: 'string', const: kind.kind },
          object_type: { type: 'string', const: kind.objectType },
          [kind.objectType]: entity,
        },
      },
    ],
  };
}

/** Returns a component for the delivery body of every kind, and `WebhookEvent`, which is any of them. */
export function eventSchemas(): Record<string, object> {
  const kinds = eventKinds();
  const schemas = Object.fromEntries(kinds.map((it) => [componentName(it), payloadSchema(it)]));
  const mapping = Object.fromEntries(kinds.map((it) => [it.kind, reference(componentName(it))]));
  const union = {
    description: 'The body of any delivery; `webhook_type` says which',
    oneOf: Object.values(mapping).map(($ref) => ({ $ref })),
    discriminator: { propertyName: 'webhook_type', mapping },
  };
  return { ...schemas, [UNION]: union };
}

/** Returns a delivery body of a kind as it could be sent, without the ids of any record. */
export function eventExample(document: OpenAPIObject, kind: EventKind): Record<string, unknown> {
  const example = exampleOf(document, payloadSchema(kind)) as Record<string, unknown>;
  const { changed, sample: _, ...always } = example;
  const { id } = example[kind.objectType] as { id?: unknown };
  const isUpdate = kind.kind.endsWith('.updated');
  return withNumberedIds({
    ...always,
    ...(id === undefined ? {} : { object_id: id }),
    ...(isUpdate ? { changed } : {}),
  });
}

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

/** Replaces the ids of an example by ids that differ in their last digits: thirty kinds with five ids each do not compress. */
function withNumberedIds<T extends object>(example: T): T {
  const numbered = new Map<string, string>();
  const text = JSON.stringify(example).replace(UUID, (id) => {
    const known =
      numbered.get(id) ??
      `0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b${(numbered.size + 10).toString().padStart(2, '0')}`;
    numbered.set(id, known);
    return known;
  });
  return JSON.parse(text) as T;
}

/** Returns the `webhooks` section: one entry per event kind, with an example of its own. */
export function webhookOperations(document: OpenAPIObject): Record<string, object> {
  return Object.fromEntries(
    eventKinds().map((kind) => [
      kind.kind,
      {
        post: {
          operationId: `on_${kind.kind.replaceAll('.', '_')}`,
          summary: kind.trigger,
          tags: [WEBHOOKS_TAG],
          security: [],
          parameters: HEADERS,
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: { $ref: reference(componentName(kind)) },
                example: eventExample(document, kind),
              },
            },
          },
          responses: {
            '2XX': { description: 'Delivered. Anything else is retried after 2, 4, 8, 16 and 32 minutes.' },
          },
        },
      },
    ]),
  );
}
