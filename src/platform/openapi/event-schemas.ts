import { getSchemaPath } from '@nestjs/swagger';
import { eventKinds } from '../outbox/event-catalogue';
import { exampleOf } from './class-example';
import { EventEnvelopeDto } from './event-envelope.dto';
import { pascalCase } from './names';

type EventKind = ReturnType<typeof eventKinds>[number];
interface ObjectSchema {
  properties: Record<string, object>;
  required: string[];
}

/** Name of the schema of any event. */
const ANY = 'WebhookEvent';

/** Reference to the schema of the delivery body of any event kind. */
export const ANY_EVENT = { $ref: `#/components/schemas/${ANY}` };

const nameOf = ({ kind }: EventKind): string => `${pascalCase(kind)}Event`;

/** Returns a reference to the schema of the delivery body of an event kind. */
export const eventReference = (kind: EventKind): object => ({
  $ref: `#/components/schemas/${nameOf(kind)}`,
});

/**
 * Returns one schema per event kind, with an example, and `WebhookEvent`, which is one of them.
 *
 * @param envelope schema of the fields that all delivery bodies have
 */
export function eventSchemas(envelope: ObjectSchema): Record<string, object> {
  const kinds = eventKinds();
  return {
    ...Object.fromEntries(kinds.map((it) => [nameOf(it), eventSchema(it, envelope)])),
    [ANY]: {
      description: 'The body of a delivery: `webhook_type` selects the schema',
      oneOf: kinds.map(eventReference),
      discriminator: {
        propertyName: 'webhook_type',
        mapping: Object.fromEntries(kinds.map((it) => [it.kind, `#/components/schemas/${nameOf(it)}`])),
      },
    },
  };
}

/** Repeats the fields of the envelope: clients generated from a flat schema have one class per kind. */
function eventSchema(kind: EventKind, { properties, required }: ObjectSchema): object {
  const { objectType, payload } = kind;
  const object =
    payload === undefined
      ? { type: 'object', description: `The ${objectType} as its GET returns it` }
      : { $ref: getSchemaPath(payload) };
  return {
    type: 'object',
    description: `${kind.trigger}.`,
    properties: {
      ...properties,
      webhook_type: { ...properties.webhook_type, enum: [kind.kind], example: kind.kind },
      object_type: { ...properties.object_type, enum: [objectType], example: objectType },
      [objectType]: object,
    },
    required: [...required, objectType],
    example: eventExample(kind),
  };
}

/** Returns an example of the delivery body: the object's ID is the `object_id` of the envelope. */
function eventExample({ kind, objectType, payload, example }: EventKind): object {
  const { changed, ...envelope } = exampleOf(EventEnvelopeDto);
  delete envelope.sample; // only samples have it
  const object: Record<string, unknown> = payload === undefined ? {} : { ...exampleOf(payload), ...example };
  const objectId = typeof object.id === 'string' ? object.id : envelope.object_id;
  return {
    ...envelope,
    webhook_type: kind,
    object_type: objectType,
    object_id: objectId,
    ...(kind.endsWith('.updated') ? { changed } : {}),
    [objectType]: object,
  };
}
