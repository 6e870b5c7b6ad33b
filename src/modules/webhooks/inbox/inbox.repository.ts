import { Injectable } from '@nestjs/common';
import { cursorPage, operatorOf, type Section } from '../../../platform/database/cursor-page';
import type { Transaction } from '../../../platform/database/transactions';
import type { Page, PageQuery } from '../../../platform/http/paging';
import type { InboxKey, InboxMessage, StreamLease } from './inbox';

/** Maximum number of open streams per organization, over all processes. */
export const MAX_STREAMS = 10;
/** How long a stream of a killed process counts. Three times the interval of renewals. */
const LEASE_SECONDS = 45;

type MessageRow = Omit<InboxMessage, 'position'> & { position: string };

const MESSAGES = `
  SELECT message.delivery_id AS id, message.received_at AS "receivedAt", message.headers, event.payload AS body,
         message.position
    FROM webhook_inbox_messages AS message
    JOIN outbox_events AS event
      ON event.organization_id = message.organization_id AND event.id = message.event_id
   WHERE message.organization_id = $1 AND message.webhook_endpoint_id = $2`;

/**
 * Leases a free or expired slot. Under concurrency, the statement may find no row although a slot is free: the
 * transaction of another stream has just taken the slot that it chose.
 */
const TAKE_SLOT = `
  INSERT INTO webhook_inbox_streams AS stream (organization_id, slot, id, leased_until)
  SELECT $1::uuid, slot, $2::uuid, now() + interval '${LEASE_SECONDS} seconds'
    FROM generate_series(1, ${MAX_STREAMS}) AS slot
   WHERE NOT EXISTS (SELECT 1 FROM webhook_inbox_streams AS taken
                      WHERE taken.organization_id = $1 AND taken.slot = slot.slot AND taken.leased_until > now())
   ORDER BY slot LIMIT 1
  ON CONFLICT (organization_id, slot)
  DO UPDATE SET id = excluded.id, leased_until = excluded.leased_until WHERE stream.leased_until <= now()
  RETURNING slot`;

/** Renews the leases of streams whose endpoint still exists and is an inbox. */
const RENEW_SLOTS = `
  WITH renewed AS (
    UPDATE webhook_inbox_streams AS stream SET leased_until = now() + interval '${LEASE_SECONDS} seconds'
      FROM unnest($1::uuid[], $2::smallint[], $3::uuid[], $4::uuid[]) AS mine (organization_id, slot, id, endpoint_id)
      JOIN webhook_endpoints AS endpoint
        ON endpoint.organization_id = mine.organization_id AND endpoint.id = mine.endpoint_id
       AND endpoint.url = $5 AND endpoint.deleted_at IS NULL
     WHERE stream.organization_id = mine.organization_id AND stream.slot = mine.slot AND stream.id = mine.id
    RETURNING stream.id)
  SELECT id FROM renewed`;

/** Queries the messages of inboxes and leases their streams. `record.query.ts` writes the messages. */
@Injectable()
export class InboxRepository {
  /** The order of arrival is that of the positions. */
  list(tx: Transaction, inbox: InboxKey, query: PageQuery<'received_at'>): Promise<Page<InboxMessage>> {
    return cursorPage<InboxMessage>(query, {
      identity: JSON.stringify(['webhook_inbox_messages', inbox.organizationId, inbox.endpointId]),
      valueType: 'bigint',
      valueOf: (it) => String(it.position),
      read: (section) => this.read(tx, inbox, section),
      count: () => this.count(tx, inbox),
    });
  }

  private async read(
    tx: Transaction,
    { organizationId, endpointId }: InboxKey,
    section: Section,
  ): Promise<InboxMessage[]> {
    const { from, direction, limit, skip } = section;
    const begin = from === null ? '' : `AND message.position ${operatorOf(section, from)} $5`;
    const rows = await tx.query<MessageRow[]>(
      `${MESSAGES} ${begin} ORDER BY message.position ${direction} LIMIT $3 OFFSET $4`,
      [organizationId, endpointId, limit, skip, ...(from === null ? [] : [from.value])],
    );
    return rows.map(toMessage);
  }

  private async count(tx: Transaction, { organizationId, endpointId }: InboxKey): Promise<number> {
    const [inbox] = await tx.query<{ messages: string }[]>(
      'SELECT messages FROM webhook_inboxes WHERE organization_id = $1 AND webhook_endpoint_id = $2',
      [organizationId, endpointId],
    );
    return Number(inbox?.messages ?? 0);
  }

  /** Returns the oldest messages after a position. */
  async after(
    tx: Transaction,
    { organizationId, endpointId }: InboxKey,
    position: number,
    limit: number,
  ): Promise<InboxMessage[]> {
    const rows = await tx.query<MessageRow[]>(
      `${MESSAGES} AND message.position > $3 ORDER BY message.position LIMIT $4`,
      [organizationId, endpointId, position, limit],
    );
    return rows.map(toMessage);
  }

  /** Returns the position of a message; null if the inbox has no message with this ID. */
  async positionOf(
    tx: Transaction,
    { organizationId, endpointId }: InboxKey,
    id: string,
  ): Promise<number | null> {
    const [row] = await tx.query<{ position: string }[]>(
      `SELECT position FROM webhook_inbox_messages
        WHERE organization_id = $1 AND delivery_id = $2 AND webhook_endpoint_id = $3`,
      [organizationId, id, endpointId],
    );
    return row === undefined ? null : Number(row.position);
  }

  /** Returns the newest message; null if there is none. */
  async newest(
    tx: Transaction,
    { organizationId, endpointId }: InboxKey,
  ): Promise<{ id: string; position: number } | null> {
    const [row] = await tx.query<{ id: string; position: string }[]>(
      `SELECT delivery_id AS id, position FROM webhook_inbox_messages
        WHERE organization_id = $1 AND webhook_endpoint_id = $2 ORDER BY position DESC LIMIT 1`,
      [organizationId, endpointId],
    );
    return row === undefined ? null : { id: row.id, position: Number(row.position) };
  }

  /** Returns the positions of the newest messages of these inboxes, by endpoint. */
  async lastPositions(tx: Transaction, inboxes: readonly InboxKey[]): Promise<Map<string, number>> {
    const rows = await tx.query<{ id: string; position: string }[]>(
      `SELECT inbox.webhook_endpoint_id AS id, inbox.last_position AS position
         FROM unnest($1::uuid[], $2::uuid[]) AS wanted (organization_id, webhook_endpoint_id)
         JOIN webhook_inboxes AS inbox USING (organization_id, webhook_endpoint_id)`,
      [inboxes.map((it) => it.organizationId), inboxes.map((it) => it.endpointId)],
    );
    return new Map(rows.map((it) => [it.id, Number(it.position)]));
  }

  /** Leases a slot for a stream. Returns its number; null if all slots are taken. */
  async takeSlot(tx: Transaction, organizationId: string, streamId: string): Promise<number | null> {
    for (let attempt = 0; attempt < MAX_STREAMS; attempt++) {
      const [row] = await tx.query<{ slot: number }[]>(TAKE_SLOT, [organizationId, streamId]);
      if (row !== undefined) return row.slot;
    }
    return null;
  }

  /** Renews leases. Returns the IDs of the renewed ones; the other streams must end. */
  async renewSlots(tx: Transaction, streams: readonly StreamLease[], url: string): Promise<Set<string>> {
    const rows = await tx.query<{ id: string }[]>(RENEW_SLOTS, [
      streams.map((it) => it.organizationId),
      streams.map((it) => it.slot),
      streams.map((it) => it.id),
      streams.map((it) => it.endpointId),
      url,
    ]);
    return new Set(rows.map((it) => it.id));
  }

  async releaseSlot(tx: Transaction, { organizationId, slot, id }: StreamLease): Promise<void> {
    await tx.query('DELETE FROM webhook_inbox_streams WHERE organization_id = $1 AND slot = $2 AND id = $3', [
      organizationId,
      slot,
      id,
    ]);
  }
}

function toMessage(row: MessageRow): InboxMessage {
  return { ...row, position: Number(row.position) };
}
