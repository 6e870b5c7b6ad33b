import { Injectable } from '@nestjs/common';
import type { Transaction } from '../database/transactions';
import type { DomainEvent } from './event-catalogue';
import type { OutboxEvent } from './outbox-event';

/**
 * Takes the next sequence numbers of each object. The upsert locks the counter until the transaction ends, so there are
 * no gaps. Counters are locked in key order to prevent deadlocks.
 */
const TAKE_SEQUENCES = `
  INSERT INTO outbox_sequences (organization_id, object_type, object_id, last_sequence)
  SELECT organization_id, object_type, object_id, count(*)
    FROM unnest($1::uuid[], $2::text[], $3::uuid[]) AS event (organization_id, object_type, object_id)
   GROUP BY organization_id, object_type, object_id
   ORDER BY organization_id, object_type, object_id
  ON CONFLICT (organization_id, object_type, object_id)
  DO UPDATE SET last_sequence = outbox_sequences.last_sequence + excluded.last_sequence
  RETURNING organization_id, object_type, object_id, last_sequence`;

const INSERT_EVENTS = `
  INSERT INTO outbox_events (organization_id, id, kind, object_type, object_id, sequence, payload, created_at,
                             sample)
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::int[], $7::text[],
                       $8::timestamptz[], $9::boolean[])`;

interface SequenceRow {
  organization_id: string;
  object_type: string;
  object_id: string;
  last_sequence: number;
}

const keyOf = (organizationId: string, objectType: string, objectId: string): string =>
  `${organizationId}/${objectType}/${objectId}`;

@Injectable()
export class OutboxRepository {
  /** Allocates a sequence number for each event and returns the numbers in the order of `events`. */
  async takeSequences(tx: Transaction, events: readonly DomainEvent[]): Promise<number[]> {
    const rows = await tx.query<SequenceRow[]>(TAKE_SEQUENCES, [
      events.map((it) => it.organizationId),
      events.map((it) => it.objectType),
      events.map((it) => it.objectId),
    ]);
    const last = new Map(
      rows.map((it) => [keyOf(it.organization_id, it.object_type, it.object_id), it.last_sequence]),
    );
    const numbered: number[] = [];
    for (const event of [...events].reverse()) {
      const key = keyOf(event.organizationId, event.objectType, event.objectId);
      const sequence = last.get(key) ?? 0;
      numbered.unshift(sequence);
      last.set(key, sequence - 1);
    }
    return numbered;
  }

  async insert(tx: Transaction, events: readonly OutboxEvent[]): Promise<void> {
    await tx.query(INSERT_EVENTS, [
      events.map((it) => it.organizationId),
      events.map((it) => it.id),
      events.map((it) => it.kind),
      events.map((it) => it.objectType),
      events.map((it) => it.objectId),
      events.map((it) => it.sequence),
      events.map((it) => it.payload),
      events.map((it) => it.createdAt),
      events.map((it) => it.sample),
    ]);
  }
}
