import { Injectable } from '@nestjs/common';
import type { Transaction } from '../database/transactions';
import { defineInternalEvent } from './event-catalogue';
import { Outbox } from './outbox';

/** Stored events that lost their personal data. */
export interface ErasedEvents {
  readonly organizationId: string;
  readonly objectIds: readonly string[];
  readonly eventIds: readonly string[];
}

/** Stored events were changed: their deliveries must not be sent any more (docs/webhooks.md#erased-deliveries). */
export const EventsErased = defineInternalEvent<ErasedEvents>('events.erased');

interface EventRow {
  id: string;
  payload: string;
}

/** Objects per statement. */
const BATCH = 500;

/** Removes personal data from stored events, whose payloads are otherwise never changed. */
@Injectable()
export class EventErasure {
  constructor(private readonly outbox: Outbox) {}

  /**
   * Changes the object in every stored event about one of the objects.
   *
   * @param erased returns the object without personal data, or the same object if it has none
   */
  async erase(
    tx: Transaction,
    organizationId: string,
    objectType: string,
    objectIds: readonly string[],
    erased: (object: object) => object,
  ): Promise<void> {
    for (let from = 0; from < objectIds.length; from += BATCH) {
      const ids = objectIds.slice(from, from + BATCH);
      const changed = await this.changedEvents(tx, organizationId, objectType, ids, erased);
      if (changed.length === 0) continue;
      await tx.query(
        `UPDATE outbox_events AS event SET payload = changed.payload
           FROM unnest($2::uuid[], $3::text[]) AS changed (id, payload)
          WHERE event.organization_id = $1 AND event.id = changed.id`,
        [organizationId, changed.map((it) => it.id), changed.map((it) => it.payload)],
      );
      const eventIds = changed.map((it) => it.id);
      await this.outbox.emit(tx, EventsErased, { organizationId, objectIds: ids, eventIds });
    }
  }

  private async changedEvents(
    tx: Transaction,
    organizationId: string,
    objectType: string,
    objectIds: readonly string[],
    erased: (object: object) => object,
  ): Promise<EventRow[]> {
    const rows = await tx.query<EventRow[]>(
      `SELECT id, payload FROM outbox_events
        WHERE organization_id = $1 AND object_type = $2 AND object_id = ANY ($3)`,
      [organizationId, objectType, objectIds],
    );
    return rows.flatMap(({ id, payload }) => {
      const body = JSON.parse(payload) as Record<string, object>;
      const changed = JSON.stringify({ ...body, [objectType]: erased(body[objectType] ?? {}) });
      return changed === payload ? [] : [{ id, payload: changed }];
    });
  }
}
