import type { TestDatabase } from './test-database';

/** The delivery body of a stored event, with its object by one name. */
export interface EventAbout {
  kind: string;
  object: object;
  changed?: string[];
}

interface Row {
  kind: string;
  object_type: string;
  payload: string;
}

/** Returns the events about an object, the first first. */
export async function eventsAbout(database: TestDatabase, objectId: string): Promise<EventAbout[]> {
  const rows = await database.query<Row>(
    'SELECT kind, object_type, payload FROM outbox_events WHERE object_id = $1 ORDER BY sequence',
    [objectId],
  );
  return rows.map(({ kind, object_type: type, payload }) => {
    const body = JSON.parse(payload) as Record<string, object> & { changed?: string[] };
    return {
      kind,
      object: body[type] ?? {},
      ...(body.changed === undefined ? {} : { changed: body.changed }),
    };
  });
}
