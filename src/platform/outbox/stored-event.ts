import type { DomainEvent } from './event-catalogue';

/** An event as stored: numbered, with the exact text of its delivery body. */
export interface StoredEvent {
  readonly organizationId: string;
  readonly id: string;
  readonly kind: string;
  readonly objectType: string;
  readonly objectId: string;
  /** The customer that the event concerns; null if it concerns none. */
  readonly customerId: string | null;
  readonly sequence: number;
  readonly payload: string;
  readonly createdAt: Date;
}

/**
 * Builds the delivery body once per event (docs/webhooks.md#delivery-body). The text is stored.
 *
 * @param marks further fields of the body
 */
export function toStoredEvent(
  event: DomainEvent,
  id: string,
  sequence: number,
  createdAt: Date,
  marks: { readonly sample?: true } = {},
): StoredEvent {
  const body = {
    id,
    webhook_type: event.kind,
    object_type: event.objectType,
    object_id: event.objectId,
    organization_id: event.organizationId,
    created_at: createdAt.toISOString(),
    sequence,
    [event.objectType]: event.object,
    ...(event.changed === undefined ? {} : { changed: event.changed }),
    ...marks,
  };
  return {
    organizationId: event.organizationId,
    id,
    kind: event.kind,
    objectType: event.objectType,
    objectId: event.objectId,
    customerId: customerOf(event),
    sequence,
    payload: JSON.stringify(body),
    createdAt,
  };
}

function customerOf({ objectType, objectId, object, customerId }: DomainEvent): string | null {
  if (customerId !== undefined) return customerId;
  if (objectType === 'customer') return objectId;
  const { customer_id: id } = object as { customer_id?: unknown };
  return typeof id === 'string' ? id : null;
}
