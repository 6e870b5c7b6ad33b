import type { DomainEvent } from './event-catalogue';

/** An event as stored. `payload` is the exact text of the delivery body, and `sequence` counts from 1 per object. */
export interface OutboxEvent {
  readonly organizationId: string;
  readonly id: string;
  readonly kind: string;
  readonly objectType: string;
  readonly objectId: string;
  readonly sequence: number;
  readonly payload: string;
  /** Whether the event is about a made-up object; see `Outbox.appendSample`. */
  readonly sample: boolean;
  /** The customer whom the event concerns; null if there is none. Stored with the deliveries only. */
  readonly customerId: string | null;
  readonly createdAt: Date;
}

/** Serializes the delivery body. Called once per event: all deliveries send the stored text (docs/webhooks.md). */
export function toOutboxEvent(
  event: DomainEvent,
  id: string,
  sequence: number,
  createdAt: Date,
  sample = false,
): OutboxEvent {
  const body = {
    id,
    webhook_type: event.kind,
    object_type: event.objectType,
    object_id: event.objectId,
    organization_id: event.organizationId,
    created_at: createdAt.toISOString(),
    sequence,
    ...(sample ? { sample } : {}),
    [event.objectType]: event.object,
    ...(event.changed === undefined ? {} : { changed: event.changed }),
  };
  return {
    organizationId: event.organizationId,
    id,
    kind: event.kind,
    objectType: event.objectType,
    objectId: event.objectId,
    sequence,
    payload: JSON.stringify(body),
    sample,
    customerId: sample ? null : customerOf(event),
    createdAt,
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Extensions return events as well, so the ID may be anything. */
function customerOf({ objectType, objectId, object, customerId }: DomainEvent): string | null {
  if (objectType === 'customer') return objectId;
  const id: unknown = customerId ?? ('customer_id' in object ? object.customer_id : null);
  return typeof id === 'string' && UUID.test(id) ? id : null;
}
