import type { Type } from '@nestjs/common';
import { PUBLISHED_KINDS } from './published-kinds';

/** An event to append to the outbox. Create it with `EventDefinition.of`, so that kind and payload match. */
export interface DomainEvent {
  readonly kind: string;
  readonly objectType: string;
  readonly organizationId: string;
  readonly objectId: string;
  /** The entity as its GET returns it at this moment. */
  readonly object: object;
  /** The customer whom the event concerns; by default the customer in the field `customer_id` of `object`. */
  readonly customerId?: string;
  /** Names of the fields that changed; only for updates. */
  readonly changed?: readonly string[];
}

/** An event kind with the class that documents its payload. */
export interface EventDefinition<Payload extends object> {
  readonly kind: string;
  readonly objectType: string;
  /** When the service emits the event, in one sentence. */
  readonly trigger: string;
  /** The response class of the entity; absent for a published kind that no module implements yet. */
  readonly payload?: Type<Payload>;
  /** Fields that differ from the examples of `payload`, such as the status that the event reports. */
  readonly example?: Partial<Payload>;
  of(about: Omit<DomainEvent, 'kind' | 'objectType' | 'object'> & { object: Payload }): DomainEvent;
}

type AnyDefinition = Omit<EventDefinition<object>, 'of'>;

const definitions = new Map<string, AnyDefinition>();
const kinds: string[] = [];
const objectTypes: string[] = [];

function add(definition: AnyDefinition): void {
  const { kind, objectType } = definition;
  if (!kinds.includes(kind)) kinds.push(kind);
  if (!objectTypes.includes(objectType)) objectTypes.push(objectType);
  definitions.set(kind, definition);
}

for (const [kind, published] of Object.entries(PUBLISHED_KINDS)) add({ kind, ...published });

/** The names of all event kinds. The array grows while modules are imported, so never copy it at import time. */
export const EVENT_KINDS: readonly string[] = kinds;

/** The object types of all event kinds; grows like `EVENT_KINDS`. */
export const EVENT_OBJECT_TYPES: readonly string[] = objectTypes;

/**
 * Declares an event kind. The kind appears in the list of event kinds, in the `webhooks` section of the API description
 * and in the filters of deliveries and endpoints (docs/webhooks.md).
 *
 * @throws Error if a kind is declared twice, or a published kind with another object type
 */
export function defineEvent<Payload extends object>(declared: {
  kind: string;
  objectType: string;
  trigger: string;
  payload: Type<Payload>;
  example?: Partial<Payload>;
}): EventDefinition<Payload> {
  const { kind, objectType } = declared;
  const before = definitions.get(kind);
  if (before?.payload !== undefined) throw new Error(`The event kind ${kind} is declared twice`);
  if (before !== undefined && before.objectType !== objectType) {
    throw new Error(`The event kind ${kind} is published with the object type ${before.objectType}`);
  }
  add(declared);
  return { ...declared, of: (about) => ({ kind, objectType, ...about }) };
}

/** Returns every event kind, published ones first, in a stable order. */
export function eventKinds(): readonly AnyDefinition[] {
  return [...definitions.values()];
}

/** Returns whether the pattern is a known event kind, or `group.*` of a known group, e.g. `invoice.*`. */
export function isEventPattern(pattern: string): boolean {
  if (definitions.has(pattern)) return true;
  if (!pattern.endsWith('.*')) return false;
  return [...definitions.keys()].some((kind) => kind.startsWith(pattern.slice(0, -1)));
}

/** Returns whether an endpoint with these `event_types` receives events of a kind. An empty list covers every kind. */
export function coversKind(patterns: readonly string[], kind: string): boolean {
  if (patterns.length === 0) return true;
  return patterns.some((it) => it === kind || (it.endsWith('.*') && kind.startsWith(it.slice(0, -1))));
}
