import type { Transaction } from '../database/transactions';

/** Returns the stored bodies of events by id. The statement has ids alone, so that it reads only their partitions. */
export async function payloadsOf(
  tx: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<{ id: string; payload: string }[]>(
    'SELECT id, payload FROM outbox_events WHERE organization_id = $1 AND id = ANY ($2::uuid[])',
    [organizationId, [...new Set(ids)]],
  );
  return new Map(rows.map((it) => [it.id, it.payload]));
}
