import type { Type } from '@nestjs/common';
import { PUBLISHED_KINDS } from './published-kinds';

/** An event for the outbox. Its definition creates it, so that kind and payload match. */
export interface DomainEvent {
  readonly kind: string;
  readonly objectType: string;
  readonly organizationId: string;
  readonly objectId: string;
  /** The entity as its GET returns it at this moment. */
  readonly object: object;
  /** Whom it concerns, where neither the object is a customer nor its `customer_id` says so. */
  readonly customerId?: string;
  /** Names of the fields that changed, on updates. */
  readonly changed?: readonly string[];
}

/** A stored event as the handlers of its kind see it. */
export interface OutboxEvent<Payload extends object> extends DomainEvent {
  readonly object: Payload;
  readonly id: string;
  readonly sequence: number;
  readonly createdAt: Date;
}

declare const RECEIVED: unique symbol;

/** What `outbox.on` takes: a kind, and the type of what its handlers get. */
export interface Subscribable<Received extends object> {
  readonly kind: string;
  /** Never set: it carries the type. */
  readonly [RECEIVED]?: Received;
}

/** A kind of event with the class that documents its payload. */
export interface EventDefinition<Payload extends object> extends Subscribable<OutboxEvent<Payload>> {
  readonly objectType: string;
  /** When the service emits it, one sentence. */
  readonly trigger: string;
  /** The response class of the entity; absent for a published kind whose module is not built yet. */
  readonly payload?: Type<Payload>;
  /** Creates an event of this kind about one object. */
  of(about: Omit<DomainEvent, 'kind' | 'objectType' | 'object'> & { object: Payload }): DomainEvent;
}

/** A kind of event between modules that is neither stored nor delivered. */
export type InternalEvent<Payload extends object> = Subscribable<Payload>;

type AnyDefinition = Omit<EventDefinition<object>, 'of'>;

const definitions = new Map<string, AnyDefinition>();
const kindNames: string[] = [];
const objectTypes: string[] = [];

function add(definition: AnyDefinition): void {
  const { kind, objectType } = definition;
  if (!definitions.has(kind)) kindNames.push(kind);
  if (!objectTypes.includes(objectType)) objectTypes.push(objectType);
  definitions.set(kind, definition);
}

for (const [kind, published] of Object.entries(PUBLISHED_KINDS)) add({ kind, ...published });

/** The names of all kinds. The list grows while modules are loaded, so do not copy it at import. */
export const EVENT_KINDS: readonly string[] = kindNames;

/** The object types of all kinds. The list grows likewise. */
export const EVENT_OBJECT_TYPES: readonly string[] = objectTypes;

/**
 * Declares a kind of event. It appears in the list of event types, in the `webhooks` section of the API description and
 * in the filters of deliveries and endpoints (docs/webhooks.md#events).
 *
 * @throws Error when a kind is declared twice, or a published one with another object type
 */
export function defineEvent<Payload extends object>(declared: {
  kind: string;
  objectType: string;
  trigger: string;
  payload: Type<Payload>;
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

const internalKinds = new Set<string>();

/**
 * Declares an event that stays inside the service, e.g. `invoice.debt_changed`.
 *
 * @throws Error when the kind is already declared
 */
export function defineInternalEvent<Payload extends object>(kind: string): InternalEvent<Payload> {
  if (definitions.has(kind) || internalKinds.has(kind)) {
    throw new Error(`The event kind ${kind} is declared twice`);
  }
  internalKinds.add(kind);
  return { kind };
}

/** Returns every kind, published ones first, in a stable order. */
export function eventKinds(): readonly AnyDefinition[] {
  return [...definitions.values()];
}

/** Returns the class that documents the payload of a kind; undefined for an unknown kind. */
export const payloadOf = (kind: string): Type<object> | undefined => definitions.get(kind)?.payload;

/** Whether the pattern is a known kind, or `group.*` of a known group, e.g. `invoice.*`. */
export function isEventPattern(pattern: string): boolean {
  if (definitions.has(pattern)) return true;
  if (!pattern.endsWith('.*')) return false;
  return [...definitions.keys()].some((kind) => kind.startsWith(pattern.slice(0, -1)));
}

/** Whether the event types of an endpoint cover a kind. An empty list covers every kind. */
export function coversKind(patterns: readonly string[], kind: string): boolean {
  if (patterns.length === 0) return true;
  return patterns.some((it) => it === kind || (it.endsWith('.*') && kind.startsWith(it.slice(0, -1))));
}
