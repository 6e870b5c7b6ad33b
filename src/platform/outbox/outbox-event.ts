import type { DomainEvent } from './event-catalogue';

/** An event as stored: numbered, with the exact text of its delivery body. */
export interface OutboxEvent {
  readonly organizationId: string;
  readonly id: string;
  readonly kind: string;
  readonly objectType: string;
  readonly objectId: string;
  readonly sequence: number;
  readonly payload: string;
  readonly createdAt: Date;
}

/** Builds the delivery body once per event (docs/webhooks.md). The text is stored. */
export function toOutboxEvent(
  event: DomainEvent,
  id: string,
  sequence: number,
  createdAt: Date,
): OutboxEvent {
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
  };
  return {
    organizationId: event.organizationId,
    id,
    kind: event.kind,
    objectType: event.objectType,
    objectId: event.objectId,
    sequence,
    payload: JSON.stringify(body),
    createdAt,
  };
}
