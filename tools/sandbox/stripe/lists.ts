import type { Answer } from '../core/http';
import type { Call } from '../core/dialect';
import { fieldsAt, numberAt, textAt } from '../core/json';
import { invalid } from './wording';

interface Listed {
  id: string;
  created: number;
}

/** Answers a page of a list that is sorted newest first, by `limit`, `starting_after` and `created`. */
export function page(call: Call, all: readonly Listed[]): Answer {
  const limit = numberAt(call.query, 'limit') ?? 10;
  if (limit < 1 || limit > 100) throw invalid('limit must be between 1 and 100.', undefined, 'limit');
  const created = fieldsAt(call.query, 'created');
  const from = numberAt(created, 'gte') ?? (numberAt(created, 'gt') ?? -1) + 1;
  const to = numberAt(created, 'lte') ?? (numberAt(created, 'lt') ?? Infinity) - 1;
  const within = all.filter((it) => it.created >= from && it.created <= to);
  const after = textAt(call.query, 'starting_after');
  const start = after === null ? 0 : within.findIndex((it) => it.id === after) + 1;
  const data = within.slice(start, start + limit);
  const hasMore = within.length > start + limit;
  return { status: 200, body: { object: 'list', data, has_more: hasMore, url: call.path } };
}

export const ok = (body: unknown): Answer => ({ status: 200, body });

/** Returns the id of what may have been expanded. */
export const asId = (it: string | { id: string } | null): string | null =>
  typeof it === 'string' ? it : (it?.id ?? null);
